import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { endNumberHold } from "~/messages/holds/end-number-hold.server";
import { type CallTask, needsVisit } from "./call-task";
import type { UndoCall } from "./call-task-schema";
import { findCallTask } from "./call-tasks.server";

const undoTime = 10 * minute;

/** Users can undo the last call for ten minutes if they recorded it. */
export const mayUndo = (task: CallTask, who: Staff, now: number): boolean =>
  task.undoable && task.user_id === who.userId && task.called_at !== null && now - task.called_at <= undoTime;

/** @throws Refusal "conflict" for another user's call, after ten minutes, or if the task has changed */
export function undoCall(app: App, who: Staff, { id, version }: UndoCall): Promise<CallTask> {
  return app.db.transaction().execute(async (trx) => {
    const task = await findCallTask(trx, id);
    const isRead = version === undefined || version === task.version;
    if (!isRead || !mayUndo(task, who, app.clock.now()) || (await staysDone(trx, task))) {
      throw new Refusal("conflict", "This call can't be undone anymore. Reload the page.");
    }
    if (task.outcome === "wrong_number") await releaseTexts(trx, app, task);
    const left = task.outcome === "left_message" ? 1 : 0;
    await trx
      .updateTable("call_tasks")
      .set((of) => ({
        done_at: null,
        due_at: of.fn.coalesce("due_before", "due_at"),
        outcome: of.ref("outcome_before"),
        messages_left: of("messages_left", "-", left),
        ...{ called_at: null, user_id: null, due_before: null, outcome_before: null },
        version: of("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    await logAudit(trx, app, who, "call.undone", `order ${task.order_id}`, {
      task: id,
      outcome: task.outcome,
    });
    return findCallTask(trx, id);
  });
}

/** A finished task isn't opened again if the order got a visit, was closed, or has a newer task. */
async function staysDone(trx: Db, task: CallTask): Promise<boolean> {
  if (task.done_at === null) return false;
  if (!needsVisit(task)) return true;
  const newer = await trx
    .selectFrom("call_tasks")
    .select("id")
    .where("order_id", "=", task.order_id)
    .where("id", ">", task.id)
    .executeTakeFirst();
  return newer !== undefined;
}

/** Ends a hold only if this call placed it. */
async function releaseTexts(trx: Db, app: App, { phone, called_at }: CallTask): Promise<void> {
  if (!phone || called_at === null) return;
  const thread = await trx
    .selectFrom("threads")
    .selectAll()
    .where("phone", "=", phone)
    .where("hold", "=", "wrong_number")
    .where("held_at", "=", called_at)
    .executeTakeFirst();
  if (thread) await endNumberHold(trx, app, thread);
}
