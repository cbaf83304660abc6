import { type RawBuilder, sql } from "kysely";
import type { Direction, Sort } from "../dashboard-schema";
import type { CursorPosition, Value } from "../page-cursor.server";

interface Order {
  /** The table whose index has this order. */
  first: "visits" | "therapists" | "orders";
  /** Sort keys. The last one is the visit's ID. */
  keys: readonly string[];
  /** The number of keys that the index can seek by. */
  jump: number;
}

const hour = "(visits.start_at - 36000000) % 86400000";

export const orders: Record<Sort, Order> = {
  date: { first: "visits", keys: ["visits.start_at", "visits.id"], jump: 1 },
  time: { first: "visits", keys: [hour, "visits.start_at", "visits.id"], jump: 1 },
  therapist: {
    first: "therapists",
    keys: ["therapists.name", "visits.start_at", "visits.id"],
    jump: 1,
  },
  db: {
    first: "orders",
    keys: ["orders.brightree_db", "orders.patient_id", "orders.id", "visits.id"],
    jump: 2,
  },
  patient: {
    first: "orders",
    keys: ["orders.patient_id", "orders.brightree_db", "orders.id", "visits.id"],
    jump: 2,
  },
  type: { first: "visits", keys: ["visits.visit_type", "visits.start_at", "visits.id"], jump: 2 },
  status: { first: "visits", keys: ["visits.status", "visits.start_at", "visits.id"], jump: 2 },
};

const list = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts);
const refs = (keys: readonly string[]) => list(keys.map((key) => sql.raw(key)));
const bound = (values: readonly Value[]) => list(values.map((value) => sql`${value}`));

/** The shorter comparison lets the index seek. */
export function beyond(
  sort: Sort,
  direction: Direction,
  { side, values }: CursorPosition,
): RawBuilder<unknown> {
  const { keys, jump } = orders[sort];
  const sign = (side === "after") === (direction === "asc") ? ">" : "<";
  const near = sql`(${refs(keys.slice(0, jump))}) ${sql.raw(`${sign}=`)} (${bound(values.slice(0, jump))})`;
  return sql`${near} and (${refs(keys)}) ${sql.raw(sign)} (${bound(values)})`;
}

export function sortedBy(
  sort: Sort,
  direction: Direction,
  side: CursorPosition["side"],
): RawBuilder<unknown> {
  return list(orders[sort].keys.map((key) => sql.raw(`${key} ${runOf(direction, side)}`)));
}

export function inOrder(
  keys: number,
  direction: Direction,
  side: CursorPosition["side"],
): RawBuilder<unknown> {
  return list(Array.from({ length: keys }, (_, index) => sql.raw(`k${index} ${runOf(direction, side)}`)));
}

const runOf = (direction: Direction, side: CursorPosition["side"]) =>
  (side === "after") === (direction === "asc") ? "asc" : "desc";
