import { Refusal } from "~/core/refusal";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";

/**
 * The orders somebody may know of: supervisors all, a therapist those with own visits, a patient the
 * own one.
 *
 * @throws Refusal "signed-out" for everybody else
 */
export function ordersSeenBy(db: Db, who: Who) {
  const orders = db.selectFrom("orders");
  if (isSupervisor(who)) return orders;
  if (who.kind === "patient" && who.way !== "query") return orders.where("id", "=", who.orderId);
  if (who.kind !== "staff") throw new Refusal("signed-out", "Please sign in.");
  const ownVisits = db.selectFrom("visits").select("order_id").where("therapist_id", "=", who.therapistId);
  return orders.where("id", "in", ownVisits);
}
