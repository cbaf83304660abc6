import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import { findConsent } from "~/messages/consent/consents.server";
import { callScripts } from "./call-script.server";
import { needsVisit, outsideCallHours } from "./call-task";
import { dueCallTasks, findCallTask } from "./call-tasks.server";
import { mayUndo } from "./record-call.server";

export async function findCallPage(app: App, who: Staff, id: number) {
  const { reads, clock, config } = app;
  const now = clock.now();
  const task = await findCallTask(reads, id);
  const conversation = task.phone
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
    thread: conversation ?? null,
    isOptedOut: task.phone !== null && (await findConsent(reads, task.phone)) === "withdrawn",
    scripts: callScripts(task, who.name),
    callBetween: outsideCallHours(now, task.patient_zone, config.textHours),
    undoable: mayUndo(task, who, now),
    next: next?.id ?? null,
    mayBook: needsVisit(task),
  };
}

export type CallPage = Awaited<ReturnType<typeof findCallPage>>;
