import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { NewRow } from "~/db/tables";
import { givenColumns, type OrderRow } from "./order-row";

const columns = [
  ...givenColumns,
  "source_step",
  "source_step_at",
  "step",
  "step_at",
  "created_at",
  "updated_at",
] satisfies (keyof NewRow<"orders">)[];

/**
 * Inserts orders by two statements. One JSON value: the query builder creates several objects per bound
 * value.
 */
export async function insertOrders(trx: Db, now: number, rows: readonly OrderRow[]): Promise<void> {
  if (rows.length === 0) return;
  const orders = JSON.stringify(rows.map((row) => valuesOf(now, row)));
  const added = await sql<{ id: number }>`
    insert into orders (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(columns.map((_, index) => sql`value ->> ${sql.lit(index)}`))}
    from json_each(${orders})
    returning id
  `.execute(trx);
  const ids = JSON.stringify(added.rows.map(({ id }) => id));
  await sql`
    insert into order_steps (order_id, reached_at, step)
    select id, step_at, step from orders where id in (select value from json_each(${ids}))
  `.execute(trx);
}

function valuesOf(now: number, row: OrderRow) {
  const step = row.step ?? 1;
  const reachedAt = row.step_reached_at ?? now;
  return [...givenColumns.map((column) => row[column]), step, reachedAt, step, reachedAt, now, now];
}
