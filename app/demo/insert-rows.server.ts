import { CompiledQuery } from "kysely";
import type { Db } from "~/db/open.server";
import type { NewRow, Tables } from "~/db/tables";

/** SQLite takes at most 32,766 bound values; fewer save nothing, and more memory is no faster. */
const valuesAtOnce = 20_000;

/**
 * Writes rows by the hundred or thousand in one statement each. The statement is put together here and
 * not by Kysely's builder, which makes several objects for every value: there are ten million of them
 * in a large demo. All rows have the columns of the first.
 *
 * @returns how many were written
 */
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
    if (values.length >= valuesAtOnce) await write();
  }
  await write();
  return count;
}
