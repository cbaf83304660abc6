import { sql } from "kysely";
import { expect, test } from "vitest";
import { runPlans } from "~/check-ins/run-plans.server";
import { day, hour, localDate, minute, wallTime } from "~/core/time";
import { operator } from "~/core/who";
import type { NewRow } from "~/db/tables";
import { stopTexts } from "~/messages/consent/stop-texts.server";
import { whyStale } from "~/messages/delivery/why-stale.server";
import { endNights, endNightsOfClosedOrder, restartNights } from "~/nights/first-nights.server";
import { dueAt } from "~/nights/plan";
import { recomputeStep } from "~/orders/recompute-step.server";
import { undoOutcome } from "~/visits/outcome/undo-outcome.server";
import { aClinic } from "../support/clinic";
import { agree, breakOrder, openConversation, outboxOf } from "../support/http-actions";
import { aSetUpPatient, followNights, openCallOf, stepsOf, zone } from "../support/set-up-patients";

async function setUp(fields: Partial<NewRow<"orders">> = {}, agrees = true) {
  const { app, order: first, therapist } = await aClinic();
  await followNights(app);
  const began = app.clock.now();
  const patient = (more = fields) =>
    aSetUpPatient(app, { database: first.brightree_db, therapistId: therapist.id }, more);
  const { order, visit } = await patient();
  if (agrees && order.phone) await agree(app, order.phone);
  const { started_on } = await app.db
    .selectFrom("first_nights")
    .select("started_on")
    .executeTakeFirstOrThrow();
  /** Moves the clock to a minute after a step of that day is due. */
  const runAt = (number: number, type: "check_in" | "call" = "check_in") => {
    app.clock.set(dueAt({ day: number, type }, started_on, zone) + minute);
    return runPlans(app);
  };
  const checkIns = async () => (await outboxOf(app)).filter(({ kind }) => kind === "check-in");
  const inTrx = <Result>(
    act: (tx: { trx: typeof app.db; app: typeof app; who: typeof operator }) => Promise<Result>,
  ) => app.db.transaction().execute((trx) => act({ trx, app, who: operator }));
  return { app, order, visit, began, started_on, patient, runAt, checkIns, inTrx };
}

const states = (steps: readonly string[], state: string) =>
  steps.filter((step) => step.endsWith(state)).length;

test("two processes that run at the same time send a check-in once", async () => {
  const { app, runAt, checkIns } = await setUp();
  await Promise.all([runAt(1), runPlans(app), runPlans(app)]);
  await runPlans(app);
  expect((await checkIns()).map(({ channel }) => channel)).toEqual(["sms"]);
});

test("a crash before the commit leaves the check-in planned, and the next round sends it", async () => {
  const { app, order, runAt, checkIns } = await setUp();
  await breakOrder(app, order.id);
  expect(await runAt(1)).toBe(0);
  expect(await stepsOf(app, order.id)).toContain("1 check_in planned");
  await sql`drop trigger faulty`.execute(app.db);
  expect(await runPlans(app)).toBe(1);
  expect(await checkIns()).toHaveLength(1);
});

test("after an outage only the newest check-in is sent, and none more than two days late", async () => {
  const { app, order, runAt, checkIns } = await setUp();
  expect(await runAt(3)).toBe(1);
  expect(await checkIns()).toHaveLength(1);
  expect(await stepsOf(app, order.id)).toContain("1 check_in skipped");
  app.clock.set(app.clock.now() + 14 * day);
  expect(await runPlans(app)).toBe(1);
  expect(await checkIns()).toHaveLength(1);
  expect(await stepsOf(app, order.id)).toContain("14 check_in skipped");
  expect((await openCallOf(app, order.id))?.reason).toBe("nights_plan");
});

test("an opt-out ends the plan of a patient without an email address, and not of one with", async () => {
  const without = await setUp({ email: null });
  await without.inTrx(async (tx) =>
    stopTexts(tx, { phone: without.order.phone ?? "", source: "keyword", wording: "STOP" }),
  );
  expect(states(await stepsOf(without.app, without.order.id), "ended")).toBe(7);
  const withEmail = await setUp();
  await withEmail.inTrx(async (tx) =>
    stopTexts(tx, { phone: withEmail.order.phone ?? "", source: "keyword", wording: "STOP" }),
  );
  expect(states(await stepsOf(withEmail.app, withEmail.order.id), "planned")).toBe(7);
  await withEmail.runAt(1);
  expect((await withEmail.checkIns()).map(({ channel }) => channel)).toEqual(["email"]);
  await withEmail.app.db
    .updateTable("orders")
    .set({ email: null })
    .where("id", "=", withEmail.order.id)
    .execute();
  expect(states(await stepsOf(withEmail.app, withEmail.order.id), "ended")).toBe(6);
});

test("a death ends the plan and its call, and the check-in that waits isn't sent", async () => {
  const { app, order, runAt, checkIns, inTrx } = await setUp();
  await runAt(1);
  await app.db
    .insertInto("call_tasks")
    .values({
      order_id: order.id,
      reason: "nights_asked",
      created_at: app.clock.now(),
      due_at: app.clock.now(),
    })
    .execute();
  await inTrx((tx) => endNightsOfClosedOrder(tx, order, "died"));
  expect(states(await stepsOf(app, order.id), "ended")).toBe(6);
  expect(await openCallOf(app, order.id)).toBeUndefined();
  const [text] = await checkIns();
  if (!text) throw new Error("No check-in was queued.");
  expect(text.status).toBe("queued");
  expect(await whyStale(app.db, text, app.clock.now())).toBe(
    "Not sent: the patient's first 90 nights have ended.",
  );
});

test("a returned device ends the plan, and a restart plans the days once more from the new date", async () => {
  const { app, order, started_on, runAt, inTrx } = await setUp();
  await runAt(1);
  await inTrx((tx) => endNights(tx, { order: order.id, reason: "returned" }));
  await inTrx((tx) => restartNights(tx, { order: order.id, startedOn: started_on, reason: "Came back" }));
  expect(await stepsOf(app, order.id)).toEqual([
    "1 check_in done",
    "3 check_in planned",
    "7 call planned",
    "14 check_in planned",
    "30 check_in planned",
    "31 visit planned",
    "60 call planned",
  ]);
  const today = localDate(app.clock.now(), zone);
  await inTrx((tx) => restartNights(tx, { order: order.id, startedOn: today, reason: "Break in need" }));
  const steps = await stepsOf(app, order.id);
  expect([states(steps, "planned"), states(steps, "ended"), states(steps, "done")]).toEqual([7, 6, 1]);
});

test("undoing the visit's outcome ends the plan", async () => {
  const { app, order, visit } = await setUp();
  await undoOutcome(app, operator, visit.id);
  expect(await stepsOf(app, order.id)).toEqual([]);
});

test("a patient who chose phone calls, or has no address, is called instead", async () => {
  for (const fields of [{ updates: "phone" as const }, { phone: null, email: null }]) {
    const { app, order, runAt, checkIns } = await setUp(fields);
    await runAt(1);
    expect(await checkIns()).toEqual([]);
    expect(await openCallOf(app, order.id)).toEqual({ reason: "nights_plan", about: "day 1" });
  }
});

test("a number on hold gets an email, and a text in quiet hours waits until they end", async () => {
  const held = await setUp();
  const { id } = await openConversation(held.app, held.order.phone ?? "");
  await held.app.db.updateTable("threads").set({ hold: "wrong_number" }).where("id", "=", id).execute();
  await held.runAt(1);
  expect((await held.checkIns()).map(({ channel }) => channel)).toEqual(["email"]);
  const { runAt, checkIns } = await setUp({ state: "HI" });
  await runAt(1);
  const [text] = await checkIns();
  expect(wallTime(text?.not_before ?? 0, "Pacific/Honolulu").slice(11, 13) >= "08").toBe(true);
});

test("a sync of the closed order doesn't end its call about the nights", async () => {
  const { app, order, runAt } = await setUp();
  await runAt(7, "call");
  expect(await openCallOf(app, order.id)).toEqual({ reason: "nights_plan", about: "day 7" });
  await app.db.transaction().execute((trx) => recomputeStep(trx, order.id, app.clock.now() + hour));
  expect(await openCallOf(app, order.id)).toBeDefined();
});

test("a step's time follows the wall clock over DST and February 29, and the work of staff skips weekends", () => {
  const at = (item: Parameters<typeof dueAt>[0], from: string) => wallTime(dueAt(item, from, zone), zone);
  expect(at({ day: 1, type: "check_in" }, "2026-03-07")).toBe("2026-03-08T10:00:00");
  expect(at({ day: 1, type: "check_in" }, "2028-02-28")).toBe("2028-02-29T10:00:00");
  expect(at({ day: 2, type: "check_in" }, "2028-02-28")).toBe("2028-03-01T10:00:00");
  expect(at({ day: 1, type: "call" }, "2026-11-27")).toBe("2026-11-30T09:00:00");
  expect(at({ day: 2, type: "visit" }, "2026-11-27")).toBe("2026-11-30T09:00:00");
  expect(at({ day: 3, type: "note" }, "2026-11-27")).toBe("2026-11-30T09:00:00");
});

test("a check-in on the day before or the day of another visit waits for the next day without one", async () => {
  const { app, order, visit, runAt, checkIns, started_on } = await setUp();
  const from = dueAt({ day: 14, type: "check_in" }, started_on, zone);
  await app.db
    .insertInto("visits")
    .values({
      ...(await app.db.selectFrom("visits").selectAll().where("id", "=", visit.id).executeTakeFirstOrThrow()),
      id: undefined,
      uid: "another-visit",
      status: "confirmed",
      completed_at: null,
      start_at: from + day + 4 * hour,
      end_at: from + day + 5 * hour,
      local_date: localDate(from + day, zone),
    })
    .execute();
  await runAt(3);
  expect(await checkIns()).toHaveLength(1);
  await runAt(14);
  expect(await stepsOf(app, order.id)).toContain("14 check_in planned");
  await app.db.updateTable("visits").set({ status: "completed" }).where("start_at", ">", from).execute();
  await runAt(15);
  expect(await stepsOf(app, order.id)).toContain("14 check_in planned");
  expect(await checkIns()).toHaveLength(1);
  await runAt(16);
  expect(await stepsOf(app, order.id)).toContain("14 check_in done");
  expect(await checkIns()).toHaveLength(2);
});
