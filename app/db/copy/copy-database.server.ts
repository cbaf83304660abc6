import { createHash } from "node:crypto";
import type { InStmt, InValue, Stream } from "@libsql/hrana-client";
import Database from "better-sqlite3";
import { Refusal } from "~/core/refusal";
import type { DatabaseServer } from "~/core/settings/database.server";
import { minute } from "~/core/time";
import { migrate } from "../migrate.server";
import { plainRows } from "../remote/connection.server";
import { checkServer } from "../remote/open-remote.server";
import { ServerConnection } from "../remote/server-connection.server";
import { insertInto, pagesOf, readSchema, type Select, type Table } from "./read-schema.server";

interface CopiedTable {
  name: string;
  rows: number;
  hash: string;
}

const timeout = 10 * minute;
const pageSize = 1000;
const maxValues = 30_000;

export async function copyDatabase(
  file: string,
  server: DatabaseServer,
  onCopied: (table: CopiedTable) => void,
): Promise<void> {
  const database = new Database(file, { fileMustExist: true });
  const connection = new ServerConnection(server, timeout);
  const source: Select = async (sql, values = []) => database.prepare(sql).all(...values) as Row[];
  const target: Select = async (sql, values = []) =>
    plainRows(await connection.ask((stream) => stream.query([sql, values as InValue[]])));
  const run = (sql: string) => connection.ask((stream) => stream.sequence(sql));
  try {
    migrate(database);
    await checkServer(connection, server);
    await expectEmpty(target);
    const { tables, indexes, searches, views, triggers, migrations } = readSchema(database);
    const copy = async (table: Table) => {
      await run(table.sql);
      await copyRows(source, connection, table);
    };
    for (const table of tables) await copy(table);
    for (const sql of indexes) await run(sql);
    for (const { name, sql } of searches) {
      await run(sql);
      for (const { k, v } of await source(`select k, v from "${name}_config" where k <> 'version'`)) {
        await run(`insert into "${name}" ("${name}", rank) values ('${k}', ${v})`);
      }
      await run(`insert into "${name}" ("${name}") values ('rebuild')`);
    }
    // Triggers come last because they act on every inserted row.
    for (const sql of [...views, ...triggers]) await run(sql);
    await run("delete from sqlite_sequence");
    await copyRows(source, connection, usedIds);
    await copy(migrations);
    const [orphan] = await target("pragma foreign_key_check");
    if (orphan) throw new Error(`A row in ${String(orphan.table)} has a broken reference.`);
    for (const table of [...tables, usedIds, migrations]) onCopied(await compare(source, target, table));
  } finally {
    await connection.close();
    database.close();
  }
}

type Row = Record<string, unknown>;

const usedIds: Table = { name: "sqlite_sequence", sql: "", columns: ["name", "seq"], key: ["name"] };

async function expectEmpty(target: Select): Promise<void> {
  const [existing] = await target(
    "select name from sqlite_schema where name not like 'sqlite_%' and name not like 'libsql_%' limit 1",
  );
  if (!existing) return;
  throw new Refusal(
    "conflict",
    `The database on the server is not empty (it contains ${String(existing.name)}). Nothing was changed. Set DATABASE_URL to an empty database. If this is an incomplete copy, you can delete it.`,
  );
}

async function copyRows(source: Select, connection: ServerConnection, table: Table): Promise<void> {
  const size = Math.min(pageSize, Math.floor(maxValues / table.columns.length));
  for await (const rows of pagesOf(source, table, size)) {
    const statement: InStmt = [insertInto(table, rows.length), rows.flat() as InValue[]];
    await connection.ask((stream) => insertUnchecked(stream, statement));
  }
}

/** Rows may refer to later rows, so foreign keys are checked at the end. */
function insertUnchecked(stream: Stream, statement: InStmt) {
  const batch = stream.batch();
  const steps = ["pragma foreign_keys = off", statement, "pragma foreign_keys = on"];
  const results = steps.map((step) => batch.step().run(step));
  return Promise.all([batch.execute(), ...results]);
}

async function compare(source: Select, target: Select, table: Table): Promise<CopiedTable> {
  const [own, copied] = await Promise.all([hashOf(source, table), hashOf(target, table)]);
  if (own.hash === copied.hash) return { name: table.name, ...copied };
  throw new Refusal(
    "invalid",
    `The table ${table.name} is different on the server: ${own.rows} rows in the file, ${copied.rows} on the server. Don't use the copy. The file is unchanged.`,
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
