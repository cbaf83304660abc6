import type { App } from "~/boot/app.server";
import { activeStatuses } from "~/core/visit-status";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consent/consents.server";
import { outsideCallHours } from "./call-hours";
import { callScripts } from "./call-script.server";
import { dueCallTasks, findCallTask } from "./call-tasks.server";
import { mayUndo } from "./undo-call.server";

export async function findCallPage(app: App, who: Staff, id: number) {
  const { reads, clock, config } = app;
  const now = clock.now();
  const task = await findCallTask(reads, id);
  const thread = task.phone
    ? await reads
        .selectFrom("threads")
        .select(["id", "hold"])
        .where("phone", "=", task.phone)
        .executeTakeFirst()
    : undefined;
  const next = await dueCallTasks(reads, now).where("call_tasks.id", "<>", id).limit(1).executeTakeFirst();
  return {
    task,
    now,
    thread: thread ?? null,
    isOptedOut: task.phone !== null && (await findConsent(reads, task.phone)) === "withdrawn",
    scripts: callScripts(task, who.name),
    callBetween: outsideCallHours(now, task.patient_zone, config.textHours),
    undoable: mayUndo(task, who, now),
    next: next?.id ?? null,
    mayBook: await needsVisit(reads, task.order_id),
  };
}

export type CallPage = Awaited<ReturnType<typeof findCallPage>>;

async function needsVisit(db: Db, orderId: number): Promise<boolean> {
  const order = await db
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where("closed_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("visits")
            .select("id")
            .where("order_id", "=", orderId)
            .where("status", "in", activeStatuses),
        ),
      ),
    )
    .executeTakeFirst();
  return order !== undefined;
}
