import { expect, test } from "vitest";
import { runPlans } from "~/check-ins/run-plans.server";
import { addDays, day, localDate } from "~/core/time";
import { PlainPage } from "../support/plain-page";
import { seedClinic, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, followNights, openCallOf, stepsOf, zone } from "../support/set-up-patients";

const server = await startServer();
const { app, clock } = server;
const { database, therapist } = await seedClinic(app);
await followNights(app);
let supervisor = await staffClient(server, "supervisor");

const list = (address = "/nights") => PlainPage.open(supervisor, address);
/** Sessions end in the meantime. */
async function pass(days: number): Promise<void> {
  clock.advance(days * day);
  supervisor = await staffClient(server, "supervisor");
}
const today = () => localDate(clock.now(), zone);
const audited = async () =>
  (
    await app.reads
      .selectFrom("audit_log")
      .select("action")
      .where("action", "like", "nights.%")
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

test("an empty list says whether patients are followed at all", async () => {
  expect((await list()).text).toContain("No patient's nights are followed.");
});

test("a snoozed patient is off the list until the day, and one press ends it", async () => {
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id, daysAgo: 10 });
  expect((await list()).table("Use isn't known")).toHaveLength(1);
  const page = await list(`/orders/${order.id}/nights`);
  const until = addDays(today(), 7);
  for (const wrong of [today(), addDays(today(), 31), "2026-02-30"]) {
    const refused = await page.press("Snooze", { snooze_until: wrong, snooze_reason: "Hospital" });
    expect(refused.text).toMatch(/Enter a (day within the next 30 days|date)\./);
  }
  const snoozed = await page.press("Snooze", { snooze_until: until, snooze_reason: "In the hospital" });
  expect(snoozed.text).toContain("Snoozed. The patient is back on the list on that day.");
  expect(snoozed.facts.Snoozed).toMatch(/^Until .* by User \d+: In the hospital$/);
  const without = await list();
  expect(without.text).toContain("Nothing to do now.");
  expect(without.text).toContain("1 patient on Snoozed will be back.");
  expect((await without.follow("Snoozed")).text).toContain("In the hospital");
  expect((await (await list(`/orders/${order.id}/nights`)).press("End snooze")).text).toContain(
    "The patient is on the list again.",
  );
  expect((await list()).table("Use isn't known")).toHaveLength(1);
  await (await list(`/orders/${order.id}/nights`)).press("Snooze", {
    snooze_until: until,
    snooze_reason: "In the hospital",
  });
  await pass(7);
  expect((await list()).table("Use isn't known")).toHaveLength(1);
  expect(await audited()).toEqual(["nights.snoozed", "nights.snooze-ended", "nights.snoozed"]);
});

test("a re-evaluation booked elsewhere ends the reminders of it, and one press undoes that", async () => {
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id, daysAgo: 30 });
  const started = addDays(today(), -30);
  for (let index = 0; index < 25; index++) {
    await app.db
      .insertInto("nights")
      .values({
        order_id: order.id,
        night: addDays(started, index),
        source: "device",
        minutes: 300,
        entered_by: "test",
        entered_at: clock.now(),
      })
      .execute();
  }
  await pass(5);
  await runPlans(app);
  expect(await openCallOf(app, order.id)).toMatchObject({ reason: "nights_visit" });
  const group = "Rule met: book the re-evaluation";
  expect((await list()).table(group)).toHaveLength(1);
  const page = await list(`/orders/${order.id}/nights`);
  const early = await page.press("Save re-evaluation", { reevaluation_on: addDays(started, 10) });
  expect(early.text).toContain("Ask for another day.");
  expect((await list()).table(group)).toHaveLength(1);
  const removed = await early.press("Remove the re-evaluation");
  expect(removed.text).toContain("Re-evaluation removed.");
  const refused = await removed.press("Save re-evaluation", { reevaluation_on: addDays(started, 121) });
  expect(refused.text).toContain("Enter a day from the first night to day 120");
  const saved = await removed.press("Save re-evaluation", { reevaluation_on: addDays(started, 50) });
  expect(saved.text).toContain("The re-evaluation is booked elsewhere, on");
  expect((await list()).text).not.toContain(group);
  expect(await openCallOf(app, order.id)).toBeUndefined();
  expect(await stepsOf(app, order.id)).toContain("31 visit skipped");
  await (await list(`/orders/${order.id}/nights`)).press("Remove the re-evaluation");
  await runPlans(app);
  expect(await openCallOf(app, order.id)).toMatchObject({ reason: "nights_visit" });
  expect((await list()).table(group)).toHaveLength(1);
  expect((await audited()).slice(-4)).toEqual([
    "nights.reevaluation-saved",
    "nights.reevaluation-removed",
    "nights.reevaluation-saved",
    "nights.reevaluation-removed",
  ]);
});
