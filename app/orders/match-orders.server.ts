import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { OrderRow } from "./order-row";

export type Order = Row<"orders">;

/**
 * The orders that rows can match: orders with their numbers, and open orders of their patients without a number.
 * A closed order without a number is another one: a row with a new number is a new order.
 */
export async function listMatches(trx: Db, rows: readonly OrderRow[]) {
  const keys = rows.map((row) => [row.brightree_db, row.sales_order_no, row.patient_id]);
  // The cross join makes SQLite look up each row in an index of orders.
  const among = sql`json_each(${JSON.stringify(keys)}) as row cross join orders`;
  const numbered = await sql<Order>`
    select orders.* from ${among}
    where orders.brightree_db = row.value ->> 0 and orders.sales_order_no = row.value ->> 1
  `.execute(trx);
  const unnumbered = await sql<Order>`
    select distinct orders.* from ${among}
    where orders.brightree_db = row.value ->> 0 and orders.patient_id = row.value ->> 2
      and orders.sales_order_no is null and orders.closed_at is null
    order by orders.id
  `.execute(trx);
  return { numbered: numbered.rows, unnumbered: unnumbered.rows };
}

/** Matches a row by order number, or else to the patient's newest order that has no number and no match yet. */
export async function matchOrders(trx: Db, rows: readonly OrderRow[]) {
  const { numbered, unnumbered } = await listMatches(trx, rows);
  const byNumber = new Map(numbered.map((order) => [numberOf(order), order]));
  const byPatient = Map.groupBy(unnumbered, patientOf);
  return (row: OrderRow) =>
    byNumber.get(numberOf(row)) ??
    // An old order that is over says nothing about an order that only has a code so far.
    (row.order_status === "over" ? undefined : byPatient.get(patientOf(row))?.pop());
}

export const numberOf = (order: Pick<Order, "brightree_db" | "sales_order_no">) =>
  JSON.stringify([order.brightree_db, order.sales_order_no]);

const patientOf = (order: Pick<Order, "brightree_db" | "patient_id">) =>
  JSON.stringify([order.brightree_db, order.patient_id]);
