import { expect, test } from "vitest";
import { runPlans } from "~/check-ins/run-plans.server";
import { addDays, day, hour, localDate, minute, wallTime } from "~/core/time";
import type { NewRow } from "~/db/tables";
import { askAt, dueAt, nextDueAt } from "~/nights/plan";
import { outboxOf } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, openCallOf, stepsOf, zone } from "../support/set-up-patients";

const server = await startServer();
const { app, clock } = server;
const { database, therapist } = await seedClinic(app);
await app.db.updateTable("companies").set({ first_nights: 1 }).execute();
const admin = await staffClient(server, "admin");

/** A patient with an email address whose company plans only this item. */
async function setUp(item: Pick<NewRow<"plan_items">, "day" | "last_day" | "type">) {
  await app.db.deleteFrom("plan_items").execute();
  await app.db
    .insertInto("plan_items")
    .values({ company_id: therapist.company_id, kind_id: null, ...item })
    .execute();
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id }, { phone: null });
  const { started_on } = await app.db
    .selectFrom("first_nights")
    .select("started_on")
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  const runOn = (number: number) => {
    clock.set(askAt(addDays(started_on, number), zone) + minute);
    return runPlans(app);
  };
  /** A confirmed visit at 1 PM on a day after the setup. */
  const visitOn = (number: number) =>
    seedVisit(app, {
      order_id: order.id,
      therapist_id: therapist.id,
      start_at: askAt(addDays(started_on, number), zone) + 3 * hour,
      status: "confirmed",
      patient_zone: zone,
    });
  const asked = async () =>
    (await outboxOf(app)).filter(({ kind, order_id }) => kind === "check-in" && order_id === order.id).length;
  return { order, started_on, runOn, visitOn, asked };
}

test("an admin adds a range, reads when it is due, and removes it", async () => {
  await app.db.deleteFrom("plan_items").execute();
  const page = await PlainPage.open(admin, "/admin/company/plan");
  const backward = await page.press("Add", { day: "8", last_day: "5", type: "call" });
  expect(backward.text).toContain("Enter day 8 or a later one, or leave this empty.");
  expect((await page.press("Add", { day: "8", last_day: "121", type: "call" })).text).toContain(
    "Enter a day from 1 to 120.",
  );
  const added = await page.press("Add", { day: "5", last_day: "8", type: "check_in" });
  expect(added.text).toContain("Days 5 to 8 Check-in by text or email");
  const one = await added.press("Add", { day: "9", last_day: "9", type: "call" });
  expect(one.text).toContain("Day 9 Call");
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id });
  expect((await PlainPage.open(admin, `/orders/${order.id}/plan`)).text).toContain("Days 5 to 8");
  const removed = await one.press("Remove days 5 to 8: Check-in by text or email");
  expect(removed.text).not.toContain("Days 5 to 8");
});

test("a check-in in a range waits for a day without a visit, and is sent within the range", async () => {
  const { order, runOn, visitOn, asked } = await setUp({ day: 12, last_day: 15, type: "check_in" });
  await visitOn(13);
  await runOn(12);
  await runOn(13);
  expect([await stepsOf(app, order.id), await asked()]).toEqual([["12 check_in planned"], 0]);
  await runOn(14);
  expect([await stepsOf(app, order.id), await asked()]).toEqual([["12 check_in done"], 1]);
});

test("a check-in whose range has no day without a visit isn't sent, and isn't moved past it", async () => {
  const { order, runOn, visitOn, asked } = await setUp({ day: 12, last_day: 13, type: "check_in" });
  await visitOn(13);
  await runOn(12);
  expect(await stepsOf(app, order.id)).toEqual(["12 check_in planned"]);
  await runOn(13);
  expect([await stepsOf(app, order.id), await asked()]).toEqual([["12 check_in skipped"], 0]);
});

test("after an outage a check-in is still sent on the last day of its range, and not after it", async () => {
  const within = await setUp({ day: 2, last_day: 9, type: "check_in" });
  await within.runOn(9);
  expect([await stepsOf(app, within.order.id), await within.asked()]).toEqual([["2 check_in done"], 1]);
  const past = await setUp({ day: 2, last_day: 3, type: "check_in" });
  await past.runOn(4);
  expect([await stepsOf(app, past.order.id), await past.asked()]).toEqual([["2 check_in skipped"], 0]);
});

test("a call in a range is listed on its first business day, and names the range", async () => {
  const { order, started_on } = await setUp({ day: 5, last_day: 8, type: "call" });
  clock.set(dueAt({ day: 5, type: "call" }, started_on, zone) + minute);
  await runPlans(app);
  expect(await openCallOf(app, order.id)).toEqual({ reason: "nights_plan", about: "days 5 to 8" });
});

test("a plan that starts within a range plans its next day, and none after the range", () => {
  const item = { day: 2, last_day: 4, type: "check_in" as const };
  const from = (date: string) =>
    nextDueAt(item, "2026-03-02", { zone, now: askAt(date, zone) + minute }) ?? Number.NaN;
  expect(wallTime(from("2026-03-02"), zone)).toBe("2026-03-04T10:00:00");
  expect(wallTime(from("2026-03-05"), zone)).toBe("2026-03-06T10:00:00");
  expect(from("2026-03-06")).toBeNaN();
});

test("a plan that an admin starts later plans what is left of a range", async () => {
  await app.db.updateTable("companies").set({ first_nights: 0 }).execute();
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id, daysAgo: 6 });
  await app.db.updateTable("companies").set({ first_nights: 1 }).execute();
  await app.db.deleteFrom("plan_items").execute();
  const page = await PlainPage.open(await staffClient(server, "admin"), "/admin/company/plan");
  const added = await page.press("Add", { day: "5", last_day: "9", type: "check_in" });
  await added.press(/Start the plan for \d+ patients?/.exec(added.text)?.[0] ?? "");
  const step = await app.db
    .selectFrom("plan_steps")
    .select(["day", "last_day", "due_at"])
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  expect([step.day, step.last_day]).toEqual([5, 9]);
  expect(step.due_at).toBeGreaterThan(clock.now());
  expect(localDate(step.due_at, zone) <= localDate(clock.now() + 3 * day, zone)).toBe(true);
});
