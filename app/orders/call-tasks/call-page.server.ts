import type { App } from "~/boot/app.server";
import { localHour } from "~/core/time";
import type { Staff } from "~/core/who";
import { findConsent } from "~/messages/consents.server";
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
    callBetween: outsideHours(now, task.patient_zone, config.textHours),
    undoable: mayUndo(task, who, now),
    next: next?.id ?? null,
  };
}

export type CallPage = Awaited<ReturnType<typeof findCallPage>>;

/**
 * Calls keep the hours of texts, 8 AM to 9 PM at most (47 CFR 64.1200(c)(1)).
 * @returns "9 AM to 8 PM" outside of them
 */
function outsideHours(now: number, zone: string, { from, to }: { from: number; to: number }): string | null {
  const at = localHour(now, zone);
  return at >= from && at < to ? null : `${clockHour(from)} to ${clockHour(to)}`;
}

const clockHour = (hours: number) => `${((hours + 11) % 12) + 1} ${hours % 24 < 12 ? "AM" : "PM"}`;
