import { CompiledQuery, sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { NewRow, Tables } from "~/db/tables";

/** SQLite binds at most 32,766 values. Larger batches are not faster. */
const valuesPerInsert = 20_000;

/** Bypasses Kysely's builder, which creates several objects per value. A large demo has ten million values. */
export async function insertRows<Table extends keyof Tables & string>(
  trx: Db,
  table: Table,
  rows: Iterable<NewRow<Table>>,
): Promise<number> {
  let columns: (keyof NewRow<Table> & string)[] | undefined;
  let values: unknown[] = [];
  let waiting = 0;
  let count = 0;

  async function write(): Promise<void> {
    if (!columns || waiting === 0) return;
    const row = `(${columns.map(() => "?").join(",")})`;
    const text = `insert into "${table}" (${columns.join(",")}) values ${Array(waiting).fill(row).join(",")}`;
    await trx.executeQuery(CompiledQuery.raw(text, values));
    count += waiting;
    waiting = 0;
    values = [];
  }

  for (const row of rows) {
    columns ??= Object.keys(row) as (keyof NewRow<Table> & string)[];
    for (const name of columns) values.push(row[name] ?? null);
    waiting++;
    if (values.length >= valuesPerInsert) await write();
  }
  await write();
  return count;
}

/** Drops indexes and rebuilds them at the end, which sorts only once. Keeps unique and partial indexes. */
export async function withoutIndexes(trx: Db, table: keyof Tables, load: () => Promise<unknown>) {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master
    where type = 'index' and tbl_name = ${table} and sql like 'create index %' and sql not like '% where %'
  `.execute(trx);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(trx);
  await load();
  for (const index of rows) await sql.raw(index.sql).execute(trx);
}
