import { type RawBuilder, sql } from "kysely";
import type { Direction, Sort } from "../dashboard-schema";
import type { CursorPosition } from "../page-cursor.server";
import { timeOfDay } from "./time-of-day.server";

interface Order {
  /** The table whose index has this sort order. */
  first: "visits" | "therapists" | "orders";
  /** Sort keys. The last one is the visit's ID. */
  keys: readonly string[];
  /** The number of keys that the index can seek by. */
  jump: number;
}

/** The triggers `therapists_sort_name_when_made` and `therapists_sort_name_when_changed` keep `sort_name`. */
export const orders: Record<Sort, Order> = {
  date: { first: "visits", keys: ["visits.start_at", "visits.id"], jump: 1 },
  time: { first: "visits", keys: [timeOfDay, "visits.start_at", "visits.id"], jump: 1 },
  therapist: { first: "therapists", keys: ["therapists.sort_name", "visits.start_at", "visits.id"], jump: 1 },
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

const isForward = (direction: Direction, side: CursorPosition["side"]) =>
  (side === "after") === (direction === "asc");

/**
 * Visits beyond a position. The first comparison lets the index seek.
 * @param type the first key of all visits, if it isn't a column
 */
export function beyond(
  sort: Sort,
  direction: Direction,
  { side, values }: CursorPosition,
  type?: string,
): RawBuilder<unknown> {
  const { keys, jump } = orders[sort];
  const sign = isForward(direction, side) ? ">" : "<";
  const compare = (count: number, operator: string) => {
    const columns = keys
      .slice(0, count)
      .map((key, index) => (index === 0 && type ? sql`${type}` : sql.raw(key)));
    return sql`(${sql.join(columns)}) ${sql.raw(operator)} (${sql.join(values.slice(0, count))})`;
  };
  return sql`${compare(jump, `${sign}=`)} and ${compare(keys.length, sign)}`;
}

export function sortedBy(keys: readonly string[], direction: Direction, side: CursorPosition["side"]) {
  const order = isForward(direction, side) ? "asc" : "desc";
  return sql.raw(keys.map((key) => `${key} ${order}`).join(", "));
}
