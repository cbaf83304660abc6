import { expect, test } from "vitest";
import { callAboutNights } from "~/check-ins/call-about-nights.server";
import { operator } from "~/core/who";
import { restartNights, unfollow } from "~/nights/first-nights.server";
import { countUnplanned } from "~/nights/start-plans.server";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";
import { PlainPage } from "../support/plain-page";
import { seedClinic, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, followNights, stepsOf } from "../support/set-up-patients";

const server = await startServer();
const { app, clock } = server;
const { database, therapist } = await seedClinic(app);
await followNights(app);
const supervisor = await staffClient(server, "supervisor");
const patient = (fields = {}) => aSetUpPatient(app, { database, therapistId: therapist.id }, fields);

test("a call about booking and a call about the nights are both listed, whichever came first", async () => {
  for (const isBookingFirst of [true, false]) {
    const { order } = await patient({ patient_name: `Ann ${isBookingFirst}` });
    const book = () =>
      app.db
        .transaction()
        .execute((trx) =>
          openCallTask({ trx, app, who: operator }, { orderId: order.id, reason: "no_visit" }),
        );
    const nights = () =>
      app.db
        .transaction()
        .execute((trx) =>
          callAboutNights({ trx, app, who: operator }, { orderId: order.id, reason: "nights_asked" }),
        );
    await (isBookingFirst ? book() : nights());
    await (isBookingFirst ? nights() : book());
    await (isBookingFirst ? book() : nights());
    const open = await app.reads
      .selectFrom("call_tasks")
      .select(["id", "reason"])
      .where("order_id", "=", order.id)
      .where("done_at", "is", null)
      .orderBy("reason")
      .execute();
    expect(open.map(({ reason }) => reason)).toEqual(["nights_asked", "no_visit"]);
    const call = await PlainPage.open(supervisor, `/call-tasks/${open[0]?.id}`);
    await call.press("Spoke with patient");
    const left = await app.reads
      .selectFrom("call_tasks")
      .select("reason")
      .where("order_id", "=", order.id)
      .where("done_at", "is", null)
      .execute();
    expect(left).toEqual([{ reason: "no_visit" }]);
  }
});

const phones = { known: "+19195550171", optedOut: "+19195550172", other: "+19195550173" };

test("a new phone number whose owner turned off texts ends the plan, unless there is an email address", async () => {
  await app.db
    .insertInto("consents")
    .values({ phone: phones.optedOut, given: 0, source: "keyword", created_at: clock.now() })
    .execute();
  for (const [email, state] of [
    [null, "ended"],
    ["ann@mail.example", "planned"],
  ] as const) {
    const { order } = await patient({ phone: phones.known, email });
    const change = (phone: string) =>
      app.db
        .updateTable("orders")
        .set({ phone, updated_at: clock.now() })
        .where("id", "=", order.id)
        .execute();
    await change(phones.other);
    expect(await stepsOf(app, order.id)).toContain("14 check_in planned");
    await change(phones.optedOut);
    expect(await stepsOf(app, order.id)).toContain(`14 check_in ${state}`);
  }
});

test("the plan of a patient who turned off texts and has no email address isn't started, and the page explains why", async () => {
  const phone = "+19195550174";
  const { order } = await patient({ phone, email: null });
  await app.db
    .insertInto("consents")
    .values({ phone, given: 0, source: "keyword", created_at: clock.now() })
    .execute();
  const page = await PlainPage.open(supervisor, `/orders/${order.id}/plan`);
  const refused = await page.press("Start the company's plan");
  expect(refused.text).toContain(
    "Nothing was started. The patient turned off texts and has no email address. Add an email address first.",
  );
  expect((await stepsOf(app, order.id)).filter((step) => step.endsWith("planned"))).toEqual([]);
  await app.db.updateTable("orders").set({ email: "a@mail.example" }).where("id", "=", order.id).execute();
  const again = await PlainPage.open(supervisor, `/orders/${order.id}/plan`);
  await again.press("Start the company's plan");
  expect(await stepsOf(app, order.id)).toContain("14 check_in planned");
});

test("a patient who turned off texts and has no email address isn't counted among those without a plan", async () => {
  const phone = "+19195550175";
  const { id } = await app.db.selectFrom("companies").select("id").executeTakeFirstOrThrow();
  const before = await countUnplanned(app, id);
  const { order } = await patient({ phone, email: null });
  await app.db.deleteFrom("plan_steps").where("order_id", "=", order.id).execute();
  expect(await countUnplanned(app, id)).toBe(before + 1);
  await app.db
    .insertInto("consents")
    .values({ phone, given: 0, source: "keyword", created_at: clock.now() })
    .execute();
  expect(await countUnplanned(app, id)).toBe(before);
});

test("a check-in that was sent is never deleted, so its link can't open another patient's check-in", async () => {
  const { order, visit } = await patient();
  const step = await app.db
    .selectFrom("plan_steps")
    .select("id")
    .where("order_id", "=", order.id)
    .where("type", "=", "check_in")
    .orderBy("due_at")
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable("plan_steps")
    .set({ state: "done", settled_at: clock.now() })
    .where("id", "=", step.id)
    .execute();
  await app.db.transaction().execute(async (trx) => {
    await unfollow({ trx, app }, { id: visit.id, order_id: order.id });
    await restartNights(
      { trx, app, who: operator },
      { order: order.id, startedOn: new Date(clock.now()).toISOString().slice(0, 10), reason: "Break" },
    );
  });
  const kept = await app.db.selectFrom("plan_steps").select("order_id").where("id", "=", step.id).execute();
  expect(kept).toEqual([{ order_id: order.id }]);
});
