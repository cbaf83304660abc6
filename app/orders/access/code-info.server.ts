import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { visibleOrders } from "../order-system/visible-orders.server";

/**
 * The database a patient's newest order is in, for the patient and for staff; a therapist learns it
 * of patients with own visits alone.
 *
 * @throws Refusal "signed-out" for everybody else; "missing" where there is none to see
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
