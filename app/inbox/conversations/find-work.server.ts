import type { Db } from "~/db/open.server";
import {
  type ConversationPatient,
  whereOrderOf,
} from "~/messages/conversations/orders-of-conversation.server";
import { stepNames } from "~/orders/step";
import { findActiveVisit } from "~/visits/visits.server";

/** The patient's newest order, with its visit; null if the number has no order. */
export async function findWork(db: Db, conversation: ConversationPatient, now: number) {
  const order = await db
    .selectFrom("orders")
    .select(["id", "step", "closed_at", "patient_name", "interpreter"])
    .where(whereOrderOf(conversation))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!order) return null;
  const isOpen = order.closed_at === null;
  const visit = (await findActiveVisit(db, order.id)) ?? null;
  return {
    orderId: order.id,
    patientName: order.patient_name,
    interpreter: order.interpreter,
    step: isOpen ? `${order.step}. ${stepNames[order.step - 1]}` : "Closed",
    isOpen,
    visit,
    /** True if the visit is over and has no outcome yet. */
    isEnded: visit !== null && visit.end_at <= now,
  };
}

export type Work = Awaited<ReturnType<typeof findWork>>;
