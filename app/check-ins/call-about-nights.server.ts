import type { Tx } from "~/boot/app.server";
import type { Row } from "~/db/tables";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";

/** The reasons for a call about the first 90 nights. A later one replaces an earlier one in the order's open call. */
const reasons: Row<"call_tasks">["reason"][] = [
  "nights_visit",
  "nights_plan",
  "nights_trouble",
  "nights_asked",
  "nights_stop",
  "nights_returned",
];

type Reason = Exclude<Row<"call_tasks">["reason"], "missed_visit" | "no_visit">;

interface Calling {
  orderId: number;
  reason: Reason;
  about?: string | null;
}

/**
 * Asks staff to call, unless an open call of the patient has the same or a more pressing reason. A less pressing one, also
 * of another order of the patient, isn't needed then. A missed visit stays in the call.
 */
export async function callAboutNights(tx: Tx, { orderId, reason, about = null }: Calling): Promise<void> {
  const { trx, app } = tx;
  const open = await trx
    .selectFrom("orders as own")
    .innerJoin("orders", (join) =>
      join
        .onRef("orders.brightree_db", "=", "own.brightree_db")
        .onRef("orders.patient_id", "=", "own.patient_id"),
    )
    .innerJoin("call_tasks", "call_tasks.order_id", "orders.id")
    .select(["call_tasks.id", "call_tasks.order_id", "call_tasks.reason", "call_tasks.visit_id"])
    .where("own.id", "=", orderId)
    .where("call_tasks.done_at", "is", null)
    .execute();
  if (open.some((call) => rankOf(call.reason) >= rankOf(reason))) return;
  for (const { id, order_id, reason: other } of open) {
    if (order_id === orderId || rankOf(other) < 0) continue;
    await trx
      .updateTable("call_tasks")
      .set((eb) => ({ done_at: app.clock.now(), version: eb("version", "+", 1), due_before: null }))
      .where("id", "=", id)
      .execute();
  }
  const visitId = open.find(({ order_id }) => order_id === orderId)?.visit_id ?? null;
  await openCallTask(tx, { orderId, visitId, reason, about });
}

/** -1 for a call about booking a visit. */
const rankOf = (reason: Row<"call_tasks">["reason"]): number => reasons.indexOf(reason);
