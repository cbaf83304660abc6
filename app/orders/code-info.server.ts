import { Refusal } from "~/core/refusal";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";

/**
 * The database a patient's newest order is in, for the patient and for staff; a therapist learns it
 * of patients with own visits alone.
 *
 * @throws Refusal "signed-out" for everybody else; "missing" where there is none to see
 */
export async function findCodeInfo(db: Db, who: Who, patientId: number): Promise<{ brightree_db: string }> {
  const order = await ordersSeenBy(db, who)
    .select("brightree_db")
    .where("patient_id", "=", patientId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!order) throw new Refusal("missing", "There is no such patient.");
  return order;
}

function ordersSeenBy(db: Db, who: Who) {
  const orders = db.selectFrom("orders");
  if (isSupervisor(who)) return orders;
  if (who.kind === "patient" && who.way !== "query") return orders.where("id", "=", who.orderId);
  if (who.kind !== "staff") throw new Refusal("signed-out", "Please sign in.");
  const ownVisits = db.selectFrom("visits").select("order_id").where("therapist_id", "=", who.therapistId);
  return orders.where("id", "in", ownVisits);
}
