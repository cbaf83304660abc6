import { logAudit } from "~/audit/log-audit.server";
import type { Tx } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

interface CallToMake {
  orderId: number;
  visitId?: number | null;
  reason: Row<"call_tasks">["reason"];
  about?: string | null;
}

/**
 * Opens a call task, or gives the order's open task the new reason. A missed visit and the first 90 nights are one call,
 * with the reason of the nights. A call about booking without a missed visit stays open next to a call about the nights. The
 * trigger `call_tasks_done_with_order` ends the task when a visit is booked or the order closes. Calls about the first 90 nights end with them.
 * @returns the task's ID
 */
export async function openCallTask(
  { trx, app, who }: Tx,
  { orderId, visitId = null, reason, about = null }: CallToMake,
): Promise<number> {
  const now = app.clock.now();
  const joined = reason === "missed_visit" ? await addToCallAboutNights(trx, orderId, visitId) : null;
  if (joined !== null) return joined;
  const fresh = {
    visit_id: visitId,
    reason,
    about,
    created_at: now,
    due_at: now,
    messages_left: 0,
    outcome: null,
    called_at: null,
    user_id: null,
    note: null,
    due_before: null,
    outcome_before: null,
  };
  const replaced = await trx
    .updateTable("call_tasks")
    .set((eb) => ({ ...fresh, version: eb("version", "+", 1) }))
    .where("order_id", "=", orderId)
    .where("done_at", "is", null)
    .where("reason", "in", reasonsReplacedBy(reason))
    .returning("id")
    .executeTakeFirst();
  const { id } =
    replaced ??
    (await trx
      .insertInto("call_tasks")
      .values({ order_id: orderId, ...fresh })
      .returning("id")
      .executeTakeFirstOrThrow());
  await logAudit({ trx, app, who }, "call.requested", `order ${orderId}`, {
    task: id,
    reason,
    ...(visitId !== null && { visit: visitId }),
  });
  return id;
}

const aboutNights = [
  "nights_plan",
  "nights_visit",
  "nights_trouble",
  "nights_asked",
  "nights_stop",
  "nights_returned",
] as const;

const reasonsReplacedBy = (reason: CallToMake["reason"]): CallToMake["reason"][] =>
  reason === "missed_visit" || reason === "no_visit"
    ? ["missed_visit", "no_visit"]
    : ["missed_visit", ...aboutNights];

/** @returns the ID of the open call; null if there is none about the first 90 nights */
async function addToCallAboutNights(
  trx: Db,
  orderId: number,
  visitId: number | null,
): Promise<number | null> {
  const call = await trx
    .updateTable("call_tasks")
    .set((eb) => ({ visit_id: visitId, version: eb("version", "+", 1) }))
    .where("order_id", "=", orderId)
    .where("done_at", "is", null)
    .where("reason", "not in", ["missed_visit", "no_visit"])
    .returning("id")
    .executeTakeFirst();
  return call?.id ?? null;
}
