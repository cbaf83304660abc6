import { createHash } from "node:crypto";
import type { InArgs } from "@libsql/client";
import Database from "better-sqlite3";
import { Refusal } from "~/core/refusal";
import type { DatabaseServer } from "~/core/settings/database.server";
import { minute } from "~/core/time";
import { migrate } from "../migrate.server";
import { checkServer } from "../remote/open-remote.server";
import { ServerConnection } from "../remote/server-connection.server";
import { insertInto, pagesOf, readSchema, type Select, type Table } from "./read-schema.server";

/** What stands in a table, on both sides alike. */
export interface CopiedTable {
  name: string;
  rows: number;
  /** SHA-256 of the rows in the order of their key. */
  hash: string;
}

// Building an index over millions of rows takes the server a while.
const patience = 10 * minute;
const pageSize = 1000;
// SQLite takes no more values in one statement.
const mostValues = 30_000;

/**
 * Copies a database file to an empty database on a server, reads both through again and compares them row by
 * row. The file is not changed beyond being migrated.
 *
 * @param tell is told of each table that is there and the same on both sides
 * @throws Refusal where the server's database holds something, or a table came out different
 */
export async function copyDatabase(
  file: string,
  server: DatabaseServer,
  tell: (table: CopiedTable) => void,
): Promise<void> {
  const database = new Database(file, { fileMustExist: true });
  const line = new ServerConnection(server, patience);
  const here: Select = async (sql, values = []) => database.prepare(sql).all(...values) as Row[];
  const there: Select = async (sql, values = []) => {
    const { rows } = await line.ask((client) => client.execute({ sql, args: values as InArgs }));
    return rows as unknown as Row[];
  };
  const run = (sql: string) => line.ask((client) => client.executeMultiple(sql));
  try {
    migrate(database);
    await checkServer(line, server);
    await expectEmpty(there);
    const { tables, indexes, searches, triggers, migrations } = readSchema(database);
    const copy = async (table: Table) => {
      await run(table.sql);
      await copyRows(here, line, table);
    };
    for (const table of tables) await copy(table);
    for (const sql of indexes) await run(sql);
    for (const { name, sql } of searches) {
      await run(sql);
      for (const { k, v } of await here(`select k, v from "${name}_config" where k <> 'version'`)) {
        await run(`insert into "${name}" ("${name}", rank) values ('${k}', ${v})`);
      }
      await run(`insert into "${name}" ("${name}") values ('rebuild')`);
    }
    // Last, since they would act on every row.
    for (const sql of triggers) await run(sql);
    await run("delete from sqlite_sequence");
    await copyRows(here, line, givenIds);
    await copy(migrations);
    const [orphan] = await there("pragma foreign_key_check");
    if (orphan) throw new Error(`A row of ${String(orphan.table)} points to nothing.`);
    for (const table of [...tables, givenIds, migrations]) tell(await compare(here, there, table));
  } finally {
    await line.close();
    database.close();
  }
}

type Row = Record<string, unknown>;

/** Ids that were given once are not given again. */
const givenIds: Table = { name: "sqlite_sequence", sql: "", columns: ["name", "seq"], key: ["name"] };

async function expectEmpty(there: Select): Promise<void> {
  const [found] = await there(
    "select name from sqlite_schema where name not like 'sqlite_%' and name not like 'libsql_%' limit 1",
  );
  if (!found) return;
  throw new Refusal(
    "conflict",
    `The database on the server is not empty (it has ${String(found.name)}). Nothing was changed. Name an empty one in DATABASE_URL; what a copy left that broke off can be deleted.`,
  );
}

async function copyRows(here: Select, line: ServerConnection, table: Table): Promise<void> {
  const size = Math.min(pageSize, Math.floor(mostValues / table.columns.length));
  for await (const rows of pagesOf(here, table, size)) {
    const statement = { sql: insertInto(table, rows.length), args: rows.flat() as InArgs };
    // Rows may point to some that come later: references are checked at the end.
    await line.ask((client) => client.migrate([statement]));
  }
}

async function compare(here: Select, there: Select, table: Table): Promise<CopiedTable> {
  const [own, copied] = await Promise.all([hashOf(here, table), hashOf(there, table)]);
  if (own.hash === copied.hash) return { name: table.name, ...copied };
  throw new Refusal(
    "invalid",
    `The table ${table.name} came out different on the server: ${own.rows} rows here, ${copied.rows} there. Don't use the copy; the file is as it was.`,
  );
}

async function hashOf(select: Select, table: Table): Promise<{ rows: number; hash: string }> {
  const hash = createHash("sha256");
  let count = 0;
  for await (const rows of pagesOf(select, table, pageSize)) {
    count += rows.length;
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
  }
  return { rows: count, hash: hash.digest("hex") };
}
