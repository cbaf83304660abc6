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
  /** The day of the plan, or the kind of visit to book. */
  about?: string | null;
}

/** Asks staff to call, unless an open call has the same or a more pressing reason. */
export async function callAboutNights(tx: Tx, { orderId, reason, about = null }: Calling): Promise<void> {
  const open = await tx.trx
    .selectFrom("call_tasks")
    .select("reason")
    .where("order_id", "=", orderId)
    .where("done_at", "is", null)
    .executeTakeFirst();
  if (open && rankOf(open.reason) >= rankOf(reason)) return;
  await openCallTask(tx, { orderId, reason, about });
}

/** -1 for a call about booking a visit. */
const rankOf = (reason: Row<"call_tasks">["reason"]): number => reasons.indexOf(reason);
