import type { Row } from "~/db/tables";

type CloseReason = NonNullable<Row<"orders">["close_reason"]>;

export const closeReasons: Record<CloseReason, string> = {
  died: "Patient died",
  moved_away: "Patient moved away",
  not_needed: "Patient doesn't need it",
  other_supplier: "Patient uses another supplier",
  duplicate_order: "Duplicate order",
  other: "Another reason",
};

type Closing = Pick<Row<"orders">, "closed_at" | "stopped_at" | "staff_closed_at">;

/** True if staff or the order system closed the order. False if a completed visit did. */
export const isStopped = ({ closed_at, stopped_at, staff_closed_at }: Closing): boolean =>
  closed_at !== null && (stopped_at !== null || staff_closed_at !== null);
