import { expect, test } from "vitest";
import { callAboutNights } from "~/check-ins/call-about-nights.server";
import { operator } from "~/core/who";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, followNights, openCallOf, zone } from "../support/set-up-patients";

const server = await startServer();
const { app, clock } = server;
const { database, therapist } = await seedClinic(app);
await followNights(app);
const supervisor = await staffClient(server, "supervisor");

type Call = Parameters<typeof callAboutNights>[1];
const call = (asked: Call) =>
  app.db.transaction().execute((trx) => callAboutNights({ trx, app, who: operator }, asked));
const patient = (fields = {}) => aSetUpPatient(app, { database, therapistId: therapist.id }, fields);
const openCalls = () =>
  app.reads.selectFrom("call_tasks").select(["order_id", "reason"]).where("done_at", "is", null).execute();

test("a patient with two setups has one open call, with the more pressing reason", async () => {
  const { order: one } = await patient();
  const { order: other } = await patient({ patient_id: one.patient_id });
  await call({ orderId: one.id, reason: "nights_plan", about: "day 7" });
  await call({ orderId: other.id, reason: "nights_plan", about: "day 7" });
  expect(await openCalls()).toEqual([{ order_id: one.id, reason: "nights_plan" }]);
  await call({ orderId: other.id, reason: "nights_asked" });
  expect(await openCalls()).toEqual([{ order_id: other.id, reason: "nights_asked" }]);
  await call({ orderId: one.id, reason: "nights_plan", about: "day 60" });
  expect(await openCalls()).toHaveLength(1);
  const replaced = await app.reads
    .selectFrom("call_tasks")
    .select("id")
    .where("order_id", "=", one.id)
    .executeTakeFirstOrThrow();
  const page = await PlainPage.open(supervisor, `/call-tasks/${replaced.id}`);
  expect(page.text).toContain("another call covers it");
});

test("a missed visit and a wish for a call are one call that names both, whichever came first", async () => {
  for (const isMissedFirst of [true, false]) {
    const { order } = await patient();
    const visit = await seedVisit(app, {
      order_id: order.id,
      therapist_id: therapist.id,
      start_at: clock.now() - 3_600_000 * (isMissedFirst ? 30 : 40),
      status: "no show",
      patient_zone: zone,
    });
    const miss = () =>
      app.db
        .transaction()
        .execute((trx) =>
          openCallTask(
            { trx, app, who: operator },
            { orderId: order.id, visitId: visit.id, reason: "missed_visit" },
          ),
        );
    if (isMissedFirst) await miss();
    await call({ orderId: order.id, reason: "nights_asked" });
    if (!isMissedFirst) await miss();
    expect(await openCallOf(app, order.id)).toMatchObject({ reason: "nights_asked" });
    const { id } = await app.reads
      .selectFrom("call_tasks")
      .select("id")
      .where("order_id", "=", order.id)
      .executeTakeFirstOrThrow();
    const page = await PlainPage.open(supervisor, `/call-tasks/${id}`);
    expect(page.text).toMatch(/Asked for a call in the first 90 nights\. Also missed the visit on/);
  }
});

test("the list of the nights shows the newest call, so that no one calls twice", async () => {
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id, daysAgo: 10 });
  await call({ orderId: order.id, reason: "nights_plan", about: "day 7" });
  const list = await PlainPage.open(supervisor, "/nights");
  const page = await list.follow(`Call patient ${order.patient_id}`);
  await page.press("Spoke with patient");
  const after = (await PlainPage.open(supervisor, "/nights")).table("Use isn't known");
  expect(after.map((row) => row["Next step"]).join()).toMatch(/Last call: .*, spoke with patient, User \d+/);
});
