import { expect, test } from "vitest";
import { runPlans } from "~/check-ins/run-plans.server";
import { addDays, day, hour, localDate, localHour } from "~/core/time";
import { operator } from "~/core/who";
import { endNights } from "~/nights/first-nights.server";
import { Client } from "../support/client";
import { agree, outboxOf } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedClinic, signInPatient, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, followNights, openCallOf, stepsOf, zone } from "../support/set-up-patients";

const server = await startServer();
const { app, clock, url } = server;
const { database, therapist } = await seedClinic(app);
await followNights(app);

const setUp = (fields = {}) => aSetUpPatient(app, { database, therapistId: therapist.id }, fields);

/** Moves the clock to 10:01 on a day after the setup, and does what is due. */
async function runDay(orderId: number, number: number) {
  const { started_on } = await app.db
    .selectFrom("first_nights")
    .select("started_on")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const noon = Date.parse(`${addDays(started_on, number)}T17:00:00Z`);
  clock.set(noon + (12 - localHour(noon, zone)) * hour);
  await runPlans(app);
}

async function linkOf(orderId: number): Promise<string> {
  const rows = (await outboxOf(app)).filter(
    ({ kind, order_id }) => kind === "check-in" && order_id === orderId,
  );
  const body = app.secrets.open(rows.at(-1)?.body_sealed ?? "");
  return /\/check-in\/[\w-]+/.exec(body)?.[0] ?? "";
}

const openLink = async (orderId: number) => PlainPage.open(new Client(url), await linkOf(orderId));

test("a completed setup plans the default days, and calls on a weekend move to Monday", async () => {
  const { order } = await setUp();
  expect((await stepsOf(app, order.id)).map((step) => step.split(" ").slice(0, 2).join(" "))).toEqual([
    "1 check_in",
    "3 check_in",
    "7 call",
    "14 check_in",
    "30 check_in",
    "31 visit",
    "60 call",
  ]);
  const steps = await app.db.selectFrom("plan_steps").selectAll().where("order_id", "=", order.id).execute();
  for (const { type, due_at } of steps) {
    expect(localHour(due_at, zone)).toBe(type === "check_in" ? 10 : 9);
    const weekday = new Date(localDate(due_at, zone)).getUTCDay();
    if (type !== "check_in") expect([1, 2, 3, 4, 5]).toContain(weekday);
  }
});

test("a check-in goes out once, without a word about health, and its answer is saved", async () => {
  const { order } = await setUp();
  await agree(app, order.phone ?? "");
  await runDay(order.id, 1);
  await Promise.all([runPlans(app), runPlans(app)]);
  const sent = (await outboxOf(app)).filter(
    ({ order_id, kind }) => order_id === order.id && kind === "check-in",
  );
  expect(sent.map(({ channel }) => channel)).toEqual(["sms"]);
  expect(app.secrets.open(sent[0]?.body_sealed ?? "")).toMatch(
    /^Company \d+: How has it been going since your visit\? Tell us in one minute: \S+\/check-in\/\S+\nCall \(919\) 555-0100\./,
  );
  const page = await openLink(order.id);
  expect(page.text).not.toContain("Nights used");
  const thanks = await page.press("Send", { answer: "well" });
  expect(thanks.text).toContain("We're glad it's going well.");
  expect(await openCallOf(app, order.id)).toBeUndefined();
});

test("from day 3 the numbers on the screen are saved, and nonsense is refused in words", async () => {
  const { order } = await setUp();
  await agree(app, order.phone ?? "");
  await runDay(order.id, 14);
  const page = await openLink(order.id);
  const attempt = (fields: object) => page.press("Send", { answer: "trouble", ...fields });
  expect((await attempt({ nights_used: "a photo" })).text).toContain("Type the number of nights as digits");
  expect((await attempt({ nights_used: "-1" })).text).toContain("from 0 to 30");
  expect((await attempt({ nights_used: "12", hours: "25" })).text).toContain(
    "Type the hours a night as digits",
  );
  expect((await attempt({ hours: "5" })).text).toContain("Also type the nights used");
  expect((await attempt({ nights_used: "20" })).text).toContain("too recent for this many nights");
  expect((await attempt({ nights_used: "5", nights_counted: "6" })).text).toContain(
    "more than the nights used",
  );
  expect(await app.db.selectFrom("readings").selectAll().where("order_id", "=", order.id).execute()).toEqual(
    [],
  );
  const done = await attempt({
    nights_used: "12",
    nights_counted: "9",
    hours: "5:12",
    troubles: ["leak", "noise"],
  });
  expect(done.text).toContain("We'll call you about it by the end of the next business day.");
  expect(
    await app.db.selectFrom("readings").selectAll().where("order_id", "=", order.id).execute(),
  ).toMatchObject([{ nights_used: 12, nights_counted: 9, minutes: 312, source: "patient" }]);
  expect(await openCallOf(app, order.id)).toEqual({ reason: "nights_trouble", about: "day 14" });
  const admin = await staffClient(server, "admin");
  const plan = await PlainPage.open(admin, `/orders/${order.id}/plan`);
  expect(plan.text).toContain("Some trouble: mask leak, noise");
  expect(plan.text).toContain("12 nights used, 9 of 4 hours, 5 h 12 min a night");
  expect((await PlainPage.open(admin, `/orders/${order.id}/nights`)).text).toContain("12 nights used");
  const list = await PlainPage.open(admin, "/calendars?tab=worklist");
  expect(list.text).toContain("Has trouble in the first 90 nights");
  expect(JSON.stringify(await app.db.selectFrom("audit_log").selectAll().execute())).not.toMatch(
    /leak|nights_used|312/,
  );
});

test("trouble brings the call forward, and a good answer cancels it", async () => {
  const { order } = await setUp();
  await agree(app, order.phone ?? "");
  await runDay(order.id, 3);
  const page = await openLink(order.id);
  await page.press("Send", { answer: "trouble", troubles: "skin" });
  expect(await stepsOf(app, order.id)).toContain("7 call skipped");
  expect((await openCallOf(app, order.id))?.reason).toBe("nights_trouble");
  const { order: glad } = await setUp();
  await agree(app, glad.phone ?? "");
  await runDay(glad.id, 3);
  await (await openLink(glad.id)).press("Send", { answer: "well", nights_used: "3", hours: "6" });
  expect(await stepsOf(app, glad.id)).toContain("7 call skipped");
  const { order: wrong } = await setUp();
  await agree(app, wrong.phone ?? "");
  await runDay(wrong.id, 3);
  await (await openLink(wrong.id)).press("Send", { answer: "well", nights_used: "1", hours: "1" });
  expect(await stepsOf(app, wrong.id)).toContain("7 call planned");
});

test("a patient who wants to stop, or doesn't have the device, gets a call and no more check-ins", async () => {
  for (const [answer, reason, words] of [
    ["stop", "nights_stop", "we won't send you more of these questions"],
    ["returned", "nights_returned", "won't send you more of these questions"],
  ] as const) {
    const { order } = await setUp();
    await agree(app, order.phone ?? "");
    await runDay(order.id, 3);
    const done = await (await openLink(order.id)).press("Send", { answer });
    expect(done.text).toContain(words);
    expect((await openCallOf(app, order.id))?.reason).toBe(reason);
    expect((await stepsOf(app, order.id)).filter((step) => step.endsWith("check_in planned"))).toEqual([]);
    await runDay(order.id, 7);
    expect((await openCallOf(app, order.id))?.reason).toBe(reason);
  }
});

test("a good answer after a wish for a call leaves the call", async () => {
  const { order } = await setUp();
  await agree(app, order.phone ?? "");
  await runDay(order.id, 3);
  const done = await (await openLink(order.id)).press("Send", { answer: "call" });
  expect(done.text).toContain("We'll call you by the end of the next business day.");
  const again = await done.follow("Change my answer");
  await again.press("Send", { answer: "well" });
  expect((await openCallOf(app, order.id))?.reason).toBe("nights_asked");
});

test("a changed link, and a link after the end, open no form", async () => {
  const { order } = await setUp();
  await agree(app, order.phone ?? "");
  await runDay(order.id, 1);
  const href = await linkOf(order.id);
  expect((await PlainPage.open(new Client(url), `${href}0`)).status).toBe(404);
  expect((await PlainPage.open(new Client(url), href.replace(/\d+-/, "999999-"))).status).toBe(404);
  await app.db
    .transaction()
    .execute((trx) => endNights({ trx, app, who: operator }, { order: order.id, reason: "returned" }));
  const page = await PlainPage.open(new Client(url), href);
  expect(page.text).toContain("We aren't asking about your nights anymore.");
  expect(await stepsOf(app, order.id)).not.toContain("3 check_in planned");
});

test("My visit shows what comes when, and opens the check-in that waits for an answer", async () => {
  const { order } = await setUp();
  await agree(app, order.phone ?? "");
  await runDay(order.id, 3);
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  const page = await PlainPage.open(client, "/my-visit");
  expect(page.text).toContain("What comes next");
  expect(page.text).toContain("We call you");
  const form = await page.follow("Tell us how it's going");
  await form.press("Send", { answer: "well" });
  expect((await PlainPage.open(client, "/my-visit")).text).not.toContain("Tell us how it's going");
});

test("staff save a reading from a call, and a report that contradicts it counts and is shown", async () => {
  const { order } = await setUp();
  const { started_on } = await app.db
    .selectFrom("first_nights")
    .select("started_on")
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("nights")
    .values(
      Array.from({ length: 10 }, (_, index) => ({
        order_id: order.id,
        night: addDays(started_on, index),
        source: "device" as const,
        minutes: index < 4 ? 300 : 0,
        entered_by: "Usage reports",
        entered_at: clock.now(),
      })),
    )
    .execute();
  clock.set(clock.now() + 10 * day);
  const client = await staffClient(server, "admin");
  const page = await PlainPage.open(client, `/orders/${order.id}/plan`);
  const future = await page.press("Save reading", { read_on: addDays(started_on, 20), nights_used: "4" });
  expect(future.text).toContain("This date is in the future.");
  const fits = await page.press("Save reading", {
    read_on: addDays(started_on, 10),
    nights_used: "4",
    nights_counted: "4",
  });
  expect(fits.text).toContain("Reading saved");
  expect(fits.text).not.toContain("Differs");
  const off = await page.press("Save reading", { read_on: addDays(started_on, 10), nights_used: "9" });
  expect(off.text).toContain("9 nights used");
  expect(off.text).toContain("Differs. The report counts: 4 used, 4 of 4 hours");
});
