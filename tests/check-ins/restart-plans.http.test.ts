import { expect, test } from "vitest";
import { day } from "~/core/time";
import { PlainPage } from "../support/plain-page";
import { testClock } from "../support/scratch";
import { seedClinic, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, followNights, stepsOf } from "../support/set-up-patients";

const monday = Date.parse("2026-03-02T15:00:00Z");

async function aClinic() {
  const server = await startServer({}, testClock(monday));
  const { app, clock } = server;
  const { database, therapist } = await seedClinic(app);
  await followNights(app);
  const admin = await staffClient(server, "admin");
  // A session ends sooner than the clock moves.
  const openPlan = async () => {
    const page = await PlainPage.open(await staffClient(server, "admin"), "/admin/company");
    return page.follow("Plan of check-ins and calls");
  };
  const patient = (daysAgo: number, fields = {}) =>
    aSetUpPatient(app, { database, therapistId: therapist.id, daysAgo }, fields).then(({ order }) => order);
  return { app, clock, admin, openPlan, patient };
}

test("plans that were ended together start again with one button, as they were, without the days that passed", async () => {
  const { app, clock, openPlan, patient } = await aClinic();
  const early = await patient(0);
  const late = await patient(40);
  const before = await stepsOf(app, late.id);
  expect(before).toEqual(["60 call planned"]);
  expect((await openPlan()).text).not.toContain("Plans that were ended");
  const ended = await (await openPlan()).press("End the plan for 2 patients");
  expect(ended.text).toContain("On Mon, Mar 2, the plans of all patients were ended.");
  clock.advance(5 * day);
  const again = await (await openPlan()).press("Start the plan again for 2 patients");
  expect(again.text).toContain("The plan started again for these patients.");
  expect(again.text).not.toContain("Plans that were ended");
  expect(again.text).toContain("2 patients have steps ahead.");
  expect(await stepsOf(app, late.id)).toEqual(before);
  expect(await stepsOf(app, early.id)).toEqual([
    "1 check_in ended",
    "3 check_in ended",
    "7 call planned",
    "14 check_in planned",
    "30 check_in planned",
    "31 visit planned",
    "60 call planned",
  ]);
  const audited = await app.db
    .selectFrom("audit_log")
    .select("subject")
    .where("action", "=", "nights.plan-started")
    .orderBy("subject")
    .execute();
  expect(audited.map(({ subject }) => subject)).toEqual([`order ${early.id}`, `order ${late.id}`].sort());
});

test("a patient whose plan ended alone, who turned off texts, or whose nights ended isn't restarted", async () => {
  const { app, clock, admin, openPlan, patient } = await aClinic();
  const alone = await patient(0);
  const nights = await PlainPage.open(admin, `/orders/${alone.id}/nights`);
  await nights.press("Stop following", { end_reason: "other_supplier" });
  clock.advance(1);
  const off = await patient(0, { email: null });
  const stopped = await patient(0);
  const closed = await patient(0);
  await (await openPlan()).press("End the plan for 3 patients");
  clock.advance(1);
  await app.db
    .insertInto("consents")
    .values({ phone: off.phone ?? "", given: 0, wording: "test", source: "staff", created_at: clock.now() })
    .execute();
  await app.db
    .updateTable("plan_steps")
    .set({ answer: "stop", answered_at: clock.now() })
    .where("order_id", "=", stopped.id)
    .where("day", "=", 1)
    .execute();
  const page = await PlainPage.open(admin, `/orders/${closed.id}/nights`);
  await page.press("Stop following", { end_reason: "other_supplier" });
  await (await openPlan()).press("Start the plan again for 1 patient");
  const planned = await app.db
    .selectFrom("plan_steps")
    .select(["order_id", "day", "type"])
    .where("state", "=", "planned")
    .orderBy("day")
    .execute();
  expect(planned).toEqual([
    { order_id: stopped.id, day: 7, type: "call" },
    { order_id: stopped.id, day: 31, type: "visit" },
    { order_id: stopped.id, day: 60, type: "call" },
  ]);
});

test("the plan shows the first and last day of a range after a setup today", async () => {
  const { openPlan } = await aClinic();
  const page = await (await openPlan()).press("Add", { day: "5", last_day: "8", type: "check_in" });
  const shown = page.table("Plan").map((row) => row["After a setup today"]);
  expect(shown).toContain("Sat, Mar 7 to Tue, Mar 10, 10:00 AM EST");
  expect(shown).toContain("Tue, Mar 3, 10:00 AM EST");
});
