import { Refusal } from "~/core/refusal";
import type { Row } from "~/db/tables";
import { closeReasons } from "./closed-orders";

/** @throws Refusal "conflict" if staff closed the order */
export function refuseClosedOrder({
  staff_closed_at,
  close_reason,
}: Pick<Row<"orders">, "staff_closed_at" | "close_reason">): void {
  if (staff_closed_at === null) return;
  const why = close_reason ? `: ${closeReasons[close_reason].toLowerCase()}` : "";
  throw new Refusal("conflict", `This order was closed by staff${why}. Reopen it on its page first.`);
}
