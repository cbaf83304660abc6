import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { visibleOrders } from "../order-system/visible-orders.server";

/**
 * Finds the database of a patient's newest order, for the patient and for staff; for a therapist only with an
 * own visit.
 * @throws Refusal "signed-out" for other callers; "missing" if there is none to see
 */
export async function findCodeInfo(db: Db, who: Who, patientId: number): Promise<{ brightree_db: string }> {
  const order = await visibleOrders(db, who)
    .select("brightree_db")
    .where("patient_id", "=", patientId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!order) throw new Refusal("missing", "There is no such patient.");
  return order;
}
