import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { visibleOrders } from "../order-system/visible-orders.server";

/** The database of the patient's newest order. Therapists need a visit for that order. @throws Refusal "missing" */
export async function findCodeInfo(db: Db, who: Who, patientId: number): Promise<{ brightree_db: string }> {
  return visibleOrders(db, who)
    .select("brightree_db")
    .where("patient_id", "=", patientId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Patient not found."));
}
