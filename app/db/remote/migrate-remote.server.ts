import type { ResultSet } from "@libsql/client";
import { minute } from "~/core/time";
import {
  type Applied,
  createMigrationsTable,
  migrationsOnDisk,
  missingFrom,
  recordMigration,
} from "../migrate.server";
import type { ServerConnection } from "./server-connection.server";

// Migrating a large database takes time.
const timeout = 10 * minute;

/** If two instances start at once, one waits for the other. */
export async function migrateRemote(connection: ServerConnection, folder?: string): Promise<void> {
  const known = migrationsOnDisk(folder);
  const table = await connection.ask((client) => client.execute(hasMigrations));
  if (table.rows.length > 0) {
    const applied = await connection.ask((client) => client.execute(listApplied));
    if (missingFrom(known, rowsOf(applied)).length === 0) return;
  }
  const transaction = await connection.begin("write");
  const run = (sql: string) => connection.wait(transaction.executeMultiple(sql), timeout);
  try {
    await run(createMigrationsTable);
    const applied = await connection.wait(transaction.execute(listApplied), timeout);
    for (const { name, hash, sql } of missingFrom(known, rowsOf(applied))) {
      await run(sql);
      await connection.wait(transaction.execute({ sql: recordMigration, args: [name, hash] }));
    }
    const { rows } = await connection.wait(transaction.execute("pragma foreign_key_check"), timeout);
    if (rows[0]) throw new Error(`A row of ${String(rows[0].table)} has a broken reference.`);
    await connection.wait(transaction.commit(), timeout);
  } catch (error) {
    transaction.close();
    throw new Error(
      `The upgrade of the database failed, and nothing was changed: ${(error as Error).message}\nThe previous version still works with it.`,
      { cause: error },
    );
  }
}

const hasMigrations = "select 1 from sqlite_schema where name = 'migrations'";
const listApplied = "select name, hash from migrations";

const rowsOf = ({ rows }: ResultSet) => rows as unknown as Applied[];
