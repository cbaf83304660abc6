import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { NewRow, Tables } from "~/db/tables";

const batch = 1000;

/**
 * Writes rows by the thousand, each batch one statement that unpacks a JSON text: a bound parameter for
 * every value would cost several times as much, and a connection of its own would bypass the app's.
 * All rows have the columns of the first.
 *
 * @returns how many were written
 */
export async function insertRows<Table extends keyof Tables & string>(
  trx: Db,
  table: Table,
  rows: Iterable<NewRow<Table>>,
): Promise<number> {
  let columns: (keyof NewRow<Table> & string)[] | undefined;
  let waiting: unknown[][] = [];
  let count = 0;

  async function write(): Promise<void> {
    if (!columns || waiting.length === 0) return;
    const values = columns.map((_, index) => sql`value ->> ${sql.lit(index)}`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from json_each(${JSON.stringify(waiting)})`.execute(trx);
    count += waiting.length;
    waiting = [];
  }

  for (const row of rows) {
    columns ??= Object.keys(row) as (keyof NewRow<Table> & string)[];
    waiting.push(columns.map((name) => row[name] ?? null));
    if (waiting.length === batch) await write();
  }
  await write();
  return count;
}
