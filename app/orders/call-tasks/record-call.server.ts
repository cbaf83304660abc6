import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { formatClock } from "~/core/time";
import type { Staff } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";
import type { Db } from "~/db/open.server";
import { holdNumber } from "~/messages/holds/number-holds.server";
import { findOrCreateThread } from "~/messages/threads/find-or-create-thread.server";
import { type CallTask, mostMessages, outcomeNames } from "./call-task";
import type { RecordCall } from "./call-task-schema";
import { findCallTask } from "./call-tasks.server";
import { nextBusinessDay } from "./next-business-day";

/**
 * Records the result of a call. After a message, the task is due again on the next business day.
 * @throws Refusal "conflict" if another user has recorded a call since this user loaded the task, or if it is done
 */
export function recordCall(app: App, who: Staff, input: RecordCall): Promise<CallTask> {
  const { id, outcome, note, version } = input;
  return app.db.transaction().execute(async (trx) => {
    const task = await findCallTask(trx, id);
    refuseStale(task, version);
    if (outcome === "left_message" && task.messages_left >= mostMessages) throw enoughMessages();
    // The hold gets the same time as the call, so that an undo can find it.
    const now = app.clock.now();
    if (outcome === "wrong_number") await holdTexts(trx, app, task, now);
    await trx
      .updateTable("call_tasks")
      .set((of) => ({
        ...after(task, outcome, now),
        ...{ outcome, note: note ?? task.note, called_at: now, user_id: who.userId },
        ...{ due_before: task.due_at, outcome_before: task.outcome },
        version: of("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    await logAudit(trx, app, who, `call.${outcome.replace("_", "-")}`, `order ${task.order_id}`, {
      task: id,
    });
    return findCallTask(trx, id);
  });
}

function after(task: CallTask, outcome: RecordCall["outcome"], now: number) {
  if (outcome !== "left_message") return { done_at: now };
  const messages = task.messages_left + 1;
  // After the last message the task stays on the list.
  const due = messages < mostMessages ? nextBusinessDay(now, task.patient_zone) : now;
  return { messages_left: messages, due_at: due };
}

async function holdTexts(trx: Db, app: App, task: CallTask, now: number): Promise<void> {
  const { phone, patient_id, patient_name, brightree_db } = task;
  if (!phone) throw new Refusal("conflict", "This order has no phone number. Enter one first.");
  const thread = await findOrCreateThread(trx, app, { phone, patient_id, patient_name, brightree_db });
  if (thread.hold !== "wrong_number") await holdNumber(trx, now, thread.id, "wrong_number");
}

function refuseStale(task: CallTask, version: number | undefined): void {
  const isRead = version === undefined || version === task.version;
  if (task.done_at === null && isRead) return;
  if (task.outcome && task.called_by && task.called_at !== null) {
    const at = formatClock(task.called_at, staffZone);
    throw new Refusal(
      "conflict",
      `${task.called_by} already recorded this call at ${at}: ${outcomeNames[task.outcome]}. Reload the page to see it.`,
    );
  }
  throw new Refusal(
    "conflict",
    task.done_at === null
      ? "This call has changed. Reload the page."
      : "This call isn't needed anymore: the order has a visit or is closed.",
  );
}

const enoughMessages = () =>
  new Refusal("conflict", "Three messages were already left. Choose another result, or call again later.");
