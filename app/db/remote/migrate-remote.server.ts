import type { ResultSet } from "@libsql/client";
import { minute } from "~/core/time";
import { type Applied, lacking, makeMigrations, migrationsOnDisk, noteMigration } from "../migrate.server";
import type { ServerConnection } from "./server-connection.server";

// Over a large database a migration may take its time.
const patience = 10 * minute;

/**
 * Brings a database on a server to the newest migration, all or nothing, in one transaction; of two
 * instances that start at once, one does it and the other waits.
 *
 * @throws where the database was written by a newer program, a landed migration was edited, or one fails:
 * then nothing was changed
 */
export async function migrateRemote(line: ServerConnection, folder?: string): Promise<void> {
  const known = migrationsOnDisk(folder);
  const is = await line.ask((client) => client.execute(hasMigrations));
  if (is.rows.length > 0) {
    const applied = await line.ask((client) => client.execute(listApplied));
    if (lacking(known, rowsOf(applied)).length === 0) return;
  }
  const transaction = await line.begin("write");
  const run = (sql: string) => line.wait(transaction.executeMultiple(sql), patience);
  try {
    await run(makeMigrations);
    const applied = await line.wait(transaction.execute(listApplied), patience);
    for (const { name, hash, sql } of lacking(known, rowsOf(applied))) {
      await run(sql);
      await line.wait(transaction.execute({ sql: noteMigration, args: [name, hash] }));
    }
    const { rows } = await line.wait(transaction.execute("pragma foreign_key_check"), patience);
    if (rows[0]) throw new Error(`A row of ${String(rows[0].table)} points to nothing.`);
    await line.wait(transaction.commit(), patience);
  } catch (error) {
    transaction.close();
    throw new Error(
      `The upgrade of the database failed, and nothing was changed: ${(error as Error).message}\nThe version that ran before still works with it.`,
      { cause: error },
    );
  }
}

const hasMigrations = "select 1 from sqlite_schema where name = 'migrations'";
const listApplied = "select name, hash from migrations";

const rowsOf = ({ rows }: ResultSet) => rows as unknown as Applied[];
