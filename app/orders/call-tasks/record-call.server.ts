import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { splitExtension } from "~/core/phone-extension";
import { invalidField, Refusal } from "~/core/refusal";
import {
  addDays,
  businessDay,
  formatClock,
  hour,
  instantOf,
  localDate,
  minute,
  startOfDay,
} from "~/core/time";
import type { Staff } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";
import type { Db } from "~/db/open.server";
import { findOrCreateConversation } from "~/messages/conversations/find-or-create-conversation.server";
import { endNumberHold, holdNumber } from "~/messages/holds/number-holds.server";
import { type CallTask, isAboutNights, mostMessages, needsVisit, notNeeded, outcomeNames } from "./call-task";
import type { CorrectPhone, RecordCall, UndoCall } from "./call-task-schema";
import { findCallTask } from "./call-tasks.server";
import { openCallTask } from "./open-call-task.server";

const timeToUndoCall = 10 * minute;

/** Users can undo the last call for ten minutes if they recorded it. */
export const mayUndo = (task: CallTask, who: Staff, now: number): boolean =>
  task.undoable &&
  task.user_id === who.userId &&
  task.called_at !== null &&
  now - task.called_at <= timeToUndoCall;

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
    if (outcome === "wrong_number") await holdTexts({ trx, app }, task, now);
    await trx
      .updateTable("call_tasks")
      .set((eb) => ({
        ...after(task, outcome, now),
        outcome,
        note: note ?? task.note,
        called_at: now,
        user_id: who.userId,
        due_before: task.due_at,
        outcome_before: task.outcome,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    await logAudit({ trx, app, who }, actionOf[outcome], `order ${task.order_id}`, {
      task: id,
    });
    return findCallTask(trx, id);
  });
}

const actionOf = {
  reached: "call.reached",
  left_message: "call.left-message",
  wrong_number: "call.wrong-number",
} as const;

function after(task: CallTask, outcome: RecordCall["outcome"], now: number) {
  if (outcome !== "left_message") return { done_at: now };
  const messages = task.messages_left + 1;
  // After the last message the task stays on the list.
  const due = messages < mostMessages ? nextBusinessDay(now, task.patient_zone) : now;
  return { messages_left: messages, due_at: due };
}

async function holdTexts({ trx, app }: AppTx, task: CallTask, now: number): Promise<void> {
  const { phone, patient_id, patient_name, brightree_db } = task;
  if (!phone) throw new Refusal("conflict", "This order has no phone number. Enter one first.");
  const conversation = await findOrCreateConversation(
    { trx, app },
    {
      phone,
      patient_id,
      patient_name,
      brightree_db,
    },
  );
  if (conversation.hold !== "wrong_number") await holdNumber(trx, now, conversation.id, "wrong_number");
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
    task.done_at === null ? "This call has changed. Reload the page." : notNeeded(task),
  );
}

const enoughMessages = () =>
  new Refusal("conflict", "Three messages were already left. Choose another result, or call again later.");

/** 9 AM on the next day from Monday to Friday, in milliseconds UTC. */
export function nextBusinessDay(now: number, zone: string): number {
  const date = businessDay(addDays(localDate(now, zone), 1));
  return instantOf(date, "09:00", zone) ?? startOfDay(date, zone) + 9 * hour;
}

/** @throws Refusal "conflict" for another user's call, after ten minutes, or if the task has changed */
export function undoCall(app: App, who: Staff, { id, version }: UndoCall): Promise<CallTask> {
  return app.db.transaction().execute(async (trx) => {
    const task = await findCallTask(trx, id);
    const isRead = version === undefined || version === task.version;
    if (!isRead || !mayUndo(task, who, app.clock.now()) || (await staysDone(trx, task))) {
      throw new Refusal("conflict", "This call can't be undone anymore. Reload the page.");
    }
    if (task.outcome === "wrong_number") await releaseTexts({ trx, app }, task);
    const left = task.outcome === "left_message" ? 1 : 0;
    await trx
      .updateTable("call_tasks")
      .set((eb) => ({
        done_at: null,
        due_at: eb.fn.coalesce("due_before", "due_at"),
        outcome: eb.ref("outcome_before"),
        messages_left: eb("messages_left", "-", left),
        called_at: null,
        user_id: null,
        due_before: null,
        outcome_before: null,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    await logAudit({ trx, app, who }, "call.undone", `order ${task.order_id}`, {
      task: id,
      outcome: task.outcome,
    });
    return findCallTask(trx, id);
  });
}

/** A finished task isn't opened again if the order got a visit, was closed, or has a newer task. */
async function staysDone(trx: Db, task: CallTask): Promise<boolean> {
  if (task.done_at === null) return false;
  if (!needsVisit(task) && !isAboutNights(task)) return true;
  const newer = await trx
    .selectFrom("call_tasks")
    .select("id")
    .where("order_id", "=", task.order_id)
    .where("id", ">", task.id)
    .executeTakeFirst();
  return newer !== undefined;
}

/** Ends a hold only if this call placed it. */
async function releaseTexts({ trx, app }: AppTx, { phone, called_at }: CallTask): Promise<void> {
  if (!phone || called_at === null) return;
  const conversation = await trx
    .selectFrom("threads")
    .selectAll()
    .where("phone", "=", phone)
    .where("hold", "=", "wrong_number")
    .where("held_at", "=", called_at)
    .executeTakeFirst();
  if (conversation) await endNumberHold({ trx, app }, conversation);
}

/** Saves the patient's correct number and opens a new call task. @returns the task's ID */
export function correctPhone(app: App, who: Staff, { id, phone: written }: CorrectPhone): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    const task = await findCallTask(trx, id);
    const { number: phone, extension: phone_ext } = splitExtension(written);
    if (task.phone === phone && task.phone_ext === phone_ext) {
      throw invalidField("phone", "This number is already on file. Enter a different one.");
    }
    await trx
      .updateTable("orders")
      .set({ phone, phone_ext, updated_at: app.clock.now() })
      .where("id", "=", task.order_id)
      .execute();
    await logAudit({ trx, app, who }, "order.phone-changed", `order ${task.order_id}`);
    const { order_id: orderId, visit_id: visitId, reason, about } = task;
    return openCallTask({ trx, app, who }, { orderId, visitId, reason, about });
  });
}
