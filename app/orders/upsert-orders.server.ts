import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { NewRow } from "~/db/tables";
import { matchOrders, numberOf } from "./match-orders.server";
import { givenColumns, type ImportCounts, type OrderRow, type RowProblem } from "./order-row";
import { updateOrder } from "./update-order.server";

type Outcome = keyof ImportCounts | RowProblem;

/**
 * Keeps the saved value if a field is missing. If an order has several rows, the last one counts. A new order that is
 * already over isn't added.
 */
export async function upsertOrders(
  trx: Db,
  now: number,
  rows: readonly OrderRow[],
): Promise<Map<OrderRow, Outcome>> {
  const outcomes = new Map<OrderRow, Outcome>();
  if (rows.length === 0) return outcomes;
  const databases = new Set(
    (await trx.selectFrom("databases").select("name").execute()).map(({ name }) => name),
  );
  const orderOf = await matchOrders(trx, rows);
  const byNumber = [...Map.groupBy(rows, numberOf).values()];
  const first = byNumber.flatMap((group) => group.slice(0, 1));
  const again = byNumber.flatMap((group) => group.slice(1));
  const added: OrderRow[] = [];
  for (const row of first) {
    const order = orderOf(row);
    if (order) {
      outcomes.set(row, await updateOrder(trx, now, order, row));
    } else if (!databases.has(row.brightree_db)) {
      outcomes.set(row, noDatabase(row.brightree_db));
    } else if (row.order_status === "over") {
      outcomes.set(row, "unchanged");
    } else {
      added.push(row);
      outcomes.set(row, "inserted");
    }
  }
  await insertOrders(trx, now, added);
  for (const [row, outcome] of await upsertOrders(trx, now, again)) outcomes.set(row, outcome);
  return outcomes;
}

export async function upsertOrder(trx: Db, now: number, row: OrderRow): Promise<Outcome> {
  return (await upsertOrders(trx, now, [row])).get(row) ?? "unchanged";
}

export const noDatabase = (name: string): RowProblem => ({
  field: "brightree_db",
  error: `Database "${name}" not found.`,
  missingDatabase: name,
});

const columns = [
  ...givenColumns,
  "source_step",
  "source_step_at",
  "step",
  "step_at",
  "created_at",
  "updated_at",
] satisfies (keyof NewRow<"orders">)[];

type NewOrder = Partial<OrderRow> & Pick<OrderRow, "brightree_db" | "patient_id">;

/** Inserts all orders as one JSON value: the query builder creates several objects per bound value. @returns the ids */
export async function insertOrders(trx: Db, now: number, rows: readonly NewOrder[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const orders = JSON.stringify(rows.map((row) => valuesOf(now, row)));
  const added = await sql<{ id: number }>`
    insert into orders (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(columns.map((_, index) => sql`value ->> ${sql.lit(index)}`))}
    from json_each(${orders})
    returning id
  `.execute(trx);
  const ids = added.rows.map(({ id }) => id);
  await sql`
    insert into order_steps (order_id, reached_at, step)
    select id, step_at, step from orders where id in (select value from json_each(${JSON.stringify(ids)}))
  `.execute(trx);
  return ids;
}

function valuesOf(now: number, row: NewOrder) {
  const step = row.step ?? 1;
  const reachedAt = row.step_reached_at ?? now;
  return [...givenColumns.map((column) => row[column]), step, reachedAt, step, reachedAt, now, now];
}
