import * as z from "zod";
import { Refusal } from "~/core/refusal";
import { roles, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { api, method } from "~/http/api.server";
import { patientId } from "../order-schema";
import { visibleOrders } from "../visible-orders.server";

export const { loader, action } = api({
  GET: method({
    summary: "The database of a patient's order",
    allow: "anyone",
    sessions: [...roles, "patient"],
    input: z.object({ patient_id: patientId }),
    output: z.object({ brightree_db: z.string() }),
    run: ({ app, who, input }) => findCodeInfo(app.reads, who, input.patient_id),
  }),
});

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
