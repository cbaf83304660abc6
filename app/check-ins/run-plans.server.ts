import { sql } from "kysely";
import type { App, AppTx } from "~/boot/app.server";
import { orLog } from "~/core/or-log.server";
import { repeat } from "~/core/repeat.server";
import { addDays, day, localDate, localHour, minute, startOfDay } from "~/core/time";
import { operator } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { askAt, daysText } from "~/nights/plan";
import { queueNoteOfDay } from "~/orders/write-back/queue-note.server";
import { callAboutNights } from "./call-about-nights.server";
import { sendCheckIn } from "./check-in-message.server";

/** After this long, for example because the server was down, a check-in isn't sent anymore. */
const latest = 2 * day;

const pageSize = 200;

type Due = Pick<Row<"plan_steps">, "id" | "due_at">;

/** Does the steps of patients' plans that are due, each once. @returns the number of steps done */
export async function runPlans(app: App): Promise<number> {
  let done = 0;
  let after: Due | undefined;
  for (;;) {
    const due = await listDue(app.reads, app.clock.now(), after);
    for (const step of due) {
      const isDone = await orLog(app.log, "plans", { step: step.id }, () => run(app, step.id));
      if (isDone) done++;
    }
    after = due.at(-1);
    if (!after || due.length < pageSize) return done;
    await yieldToEventLoop();
  }
}

function listDue(db: Db, now: number, after?: Due): Promise<Due[]> {
  let query = db
    .selectFrom("plan_steps")
    .select(["id", "due_at"])
    // The index on planned steps needs the value itself.
    .where("state", "=", sql.lit("planned" as const))
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .orderBy("id")
    .limit(pageSize);
  if (after) {
    const { due_at, id } = after;
    query = query
      .where("due_at", ">=", due_at)
      .where((eb) => eb.or([eb("due_at", ">", due_at), eb("id", ">", id)]));
  }
  return query.execute();
}

/** Reads the step again, because another process or the patient may have settled it. */
function run(app: App, id: number): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const step = await trx
      .selectFrom("plan_steps")
      .innerJoin("orders", "orders.id", "plan_steps.order_id")
      .innerJoin("first_nights", "first_nights.order_id", "plan_steps.order_id")
      .selectAll("plan_steps")
      .select("first_nights.zone")
      .where("plan_steps.id", "=", id)
      .where("plan_steps.state", "=", "planned")
      .where(sql<boolean>`orders.brightree_db not in (select name from frozen_databases)`)
      .executeTakeFirst();
    if (!step) return false;
    const now = app.clock.now();
    const isLate = step.type === "check_in" && (isPast(step, now) || (await hasNewer({ trx, app }, step)));
    if (!isLate && (await moveFromNightAndVisit({ trx, app }, step))) return false;
    await trx
      .updateTable("plan_steps")
      .set({ state: isLate ? "skipped" : "done", settled_at: now })
      .where("id", "=", id)
      .execute();
    if (isLate) return false;
    await act({ trx, app }, step);
    return true;
  });
}

type Step = Row<"plan_steps"> & { zone: string };

const lastDateOf = ({ started_on, last_day }: Step): string | null =>
  last_day === null ? null : addDays(started_on, last_day);

/** Whether it is too late for a check-in: after the last day of its range, or two days after its time. */
function isPast(step: Step, now: number): boolean {
  const last = lastDateOf(step);
  return last === null ? now - step.due_at > latest : localDate(now, step.zone) > last;
}

/** From 8 PM to 9 AM no one is asked, not even by email after an outage. */
const askHours = { from: 9, to: 20 };

/**
 * Moves a check-in out of the night, and to the next day while the patient has a visit today or tomorrow, because they get
 * its reminders then. It is left out if the next day is after the last one of its range.
 * @returns true if it isn't due now
 */
async function moveFromNightAndVisit({ trx, app }: AppTx, step: Step) {
  const { id, type, order_id, zone } = step;
  if (type !== "check_in") return false;
  const now = app.clock.now();
  const today = localDate(now, zone);
  const clockHour = localHour(now, zone);
  const visit = await trx
    .selectFrom("visits")
    .select("id")
    .where("order_id", "=", order_id)
    .where("status", "in", ["submitted", "confirmed", "completed"])
    .where("start_at", ">=", startOfDay(today, zone))
    .where("start_at", "<", startOfDay(addDays(today, 2), zone))
    .executeTakeFirst();
  const isNight = clockHour < askHours.from || clockHour >= askHours.to;
  if (!visit && !isNight) return false;
  const date = visit || clockHour >= askHours.to ? addDays(today, 1) : today;
  await trx
    .updateTable("plan_steps")
    .set(
      date > (lastDateOf(step) ?? date)
        ? { state: "skipped", settled_at: now }
        : { due_at: askAt(date, zone) },
    )
    .where("id", "=", id)
    .execute();
  return true;
}

/** After a time without a server, or a move, only the newest check-in is sent. */
async function hasNewer({ trx, app }: AppTx, { order_id, due_at, day: number }: Row<"plan_steps">) {
  const newer = await trx
    .selectFrom("plan_steps")
    .select("id")
    .where("order_id", "=", order_id)
    .where("type", "=", "check_in")
    .where("state", "=", "planned")
    .where((eb) =>
      eb.or([eb("due_at", ">", due_at), eb.and([eb("due_at", "=", due_at), eb("day", ">", number)])]),
    )
    .where("due_at", "<=", app.clock.now())
    .executeTakeFirst();
  return newer !== undefined;
}

async function act({ trx, app }: AppTx, step: Row<"plan_steps">): Promise<void> {
  const tx = { trx, app, who: operator };
  const { order_id: orderId } = step;
  const about = daysText(step).toLowerCase();
  switch (step.type) {
    case "check_in": {
      const channel = await sendCheckIn({ trx, app }, step);
      if (!channel) await callAboutNights(tx, { orderId, reason: "nights_plan", about });
      return;
    }
    case "call":
      return callAboutNights(tx, { orderId, reason: "nights_plan", about });
    case "visit":
      return callAboutNights(tx, {
        orderId,
        reason: "nights_visit",
        about: await findKindName(trx, step.kind_id),
      });
    case "note":
      return writeNote({ trx, app }, step);
  }
}

/** A note isn't written while the database's notes are off. */
async function writeNote({ trx, app }: AppTx, { id, order_id, day: dayOfPlan }: Row<"plan_steps">) {
  const { brightree_db, patient_id, sales_order_no } = await trx
    .selectFrom("orders")
    .select(["brightree_db", "patient_id", "sales_order_no"])
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  const isQueued = await queueNoteOfDay(trx, {
    database: brightree_db,
    subject: `order ${order_id}`,
    at: app.clock.now(),
    data: { patient_id, sales_order_no, day: dayOfPlan },
  });
  if (isQueued) return;
  await trx.updateTable("plan_steps").set({ state: "skipped" }).where("id", "=", id).execute();
}

async function findKindName(db: Db, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const kind = await db.selectFrom("visit_kinds").select("name").where("id", "=", id).executeTakeFirst();
  return kind?.name ?? null;
}

/** @returns a function that stops it and waits for the last round */
export const startPlans = (app: App): (() => Promise<void>) =>
  repeat(
    minute,
    () => runPlans(app),
    (error) => app.log.error({ err: error }, "plans"),
  );
