import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { Tables } from "~/db/tables";

/**
 * Runs a bulk load of a table without its plain indexes and rebuilds them at the end, which sorts once
 * instead of seeking for every row. Unique and partial indexes stay: they guard the rows.
 */
export async function withoutIndexes(trx: Db, table: keyof Tables, load: () => Promise<unknown>) {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master
    where type = 'index' and tbl_name = ${table} and sql like 'create index %' and sql not like '% where %'
  `.execute(trx);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(trx);
  await load();
  for (const index of rows) await sql.raw(index.sql).execute(trx);
}
