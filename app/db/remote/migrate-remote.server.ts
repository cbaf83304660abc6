import type { RowsResult } from "@libsql/hrana-client";
import { minute } from "~/core/time";
import {
  type Applied,
  createMigrationsTable,
  migrationsOnDisk,
  missingFrom,
  recordMigration,
} from "../migrate.server";
import type { ServerConnection } from "./server-connection.server";

// Migrating a large database can take minutes.
const timeout = 10 * minute;

/** Migrates the database. If two instances start at the same time, one waits for the other. */
export async function migrateRemote(connection: ServerConnection, folder?: string): Promise<void> {
  const known = migrationsOnDisk(folder);
  const table = await connection.ask((stream) => stream.query(hasMigrations));
  if (table.rows.length > 0) {
    const applied = await connection.ask((stream) => stream.query(listApplied));
    if (missingFrom(known, rowsOf(applied)).length === 0) return;
  }
  const transaction = connection.begin("write", timeout);
  try {
    await transaction.execute(createMigrationsTable);
    const applied = await transaction.execute(listApplied);
    for (const { name, hash, sql } of missingFrom(known, rowsOf(applied))) {
      await transaction.sequence(sql);
      await transaction.execute([recordMigration, [name, hash]]);
    }
    const { rows } = await transaction.execute("pragma foreign_key_check");
    if (rows[0]) throw new Error(`A row in ${String(rows[0].table)} has a broken reference.`);
    await transaction.commit();
  } catch (error) {
    transaction.close();
    throw new Error(
      `The database upgrade failed, and nothing was changed: ${(error as Error).message}\nThe previous version of Firstnight still works with this database.`,
      { cause: error },
    );
  }
}

const hasMigrations = "select 1 from sqlite_schema where name = 'migrations'";
const listApplied = "select name, hash from migrations";

const rowsOf = ({ rows }: RowsResult) => rows as unknown as Applied[];
