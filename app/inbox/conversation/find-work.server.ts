import type { Db } from "~/db/open.server";
import { stepNames } from "~/orders/step";
import { findActiveVisit } from "~/visits/visits.server";
import type { Thread } from "../threads/thread";

/** The patient's newest order with its upcoming visit; null for a number without an order. */
export async function findWork(db: Db, thread: Pick<Thread, "patient_id" | "brightree_db" | "phone">) {
  let query = db.selectFrom("orders").select(["id", "step", "closed_at", "patient_name", "interpreter"]);
  if (thread.patient_id !== null && thread.brightree_db !== null) {
    query = query.where("patient_id", "=", thread.patient_id).where("brightree_db", "=", thread.brightree_db);
  } else query = query.where("phone", "=", thread.phone);
  const order = await query.orderBy("id", "desc").limit(1).executeTakeFirst();
  if (!order) return null;
  return {
    orderId: order.id,
    patientName: order.patient_name,
    interpreter: order.interpreter,
    step: order.closed_at === null ? `${order.step}. ${stepNames[order.step - 1]}` : "Closed",
    isOpen: order.closed_at === null,
    visit: (await findActiveVisit(db, order.id)) ?? null,
  };
}

export type Work = Awaited<ReturnType<typeof findWork>>;
