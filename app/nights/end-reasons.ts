import type { Row } from "~/db/tables";

export type EndReason = NonNullable<Row<"first_nights">["end_reason"]>;

export const endReasons: Record<EndReason, string> = {
  returned: "Patient returned the device",
  stopped: "Patient stopped the therapy",
  other_supplier: "Patient uses another supplier",
  died: "Patient died",
  order_closed: "Order was closed",
  other: "Another reason",
};
