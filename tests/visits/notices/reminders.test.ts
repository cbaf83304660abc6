import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { day, hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import type { Db } from "~/db/open.server";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { moveVisit } from "~/visits/move-visit.server";
import { reminderTime, remindOfVisits, startReminders } from "~/visits/notices/reminders.server";
import { atEnd } from "../../support/cleanup";
import { eventually } from "../../support/eventually";
import { agree, breakOrder, outboxOf } from "../../support/http-actions";
import { scratchApp } from "../../support/scratch";
import { seedClinic, seedOrder, seedVisit } from "../../support/seed";
import { whileRunning } from "../../support/while-running";

const at = (text: string) => Date.parse(text);

test("the day-before reminder is due at the same local time, even after a DST change", () => {
  const newYork = "America/New_York";
  expect(iso(reminderTime({ before: { days: 1 } }, at("2026-03-08T14:00:00Z"), newYork))).toBe(
    "2026-03-07T15:00:00.000Z",
  );
  expect(iso(reminderTime({ before: { days: 1 } }, at("2026-11-01T15:00:00Z"), newYork))).toBe(
    "2026-10-31T14:00:00.000Z",
  );
  expect(iso(reminderTime({ before: { days: 1 } }, at("2026-05-12T14:00:00Z"), newYork))).toBe(
    "2026-05-11T14:00:00.000Z",
  );
  expect(iso(reminderTime({ before: { hours: 2 } }, at("2026-03-08T14:00:00Z"), newYork))).toBe(
    "2026-03-08T12:00:00.000Z",
  );
});

/** A confirmed visit on Thursday, March 5, at 3 PM in New York. The clock is set to the Monday before. */
async function confirmed(start = at("2026-03-05T20:00:00Z")) {
  const app = scratchApp();
  const { order, therapist } = await seedClinic(app);
  await agree(app, order.phone ?? "");
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: start,
    status: "confirmed",
    confirmed_at: app.clock.now(),
    meeting_link: "https://meet.example/abc",
  });
  const reminders = async () =>
    (await outboxOf(app))
      .filter(({ kind }) => kind.startsWith("reminder"))
      .map(({ kind, channel }) => `${kind} ${channel}`);
  return { app, visit, start, reminders };
}

describe("a confirmed visit", () => {
  test("gets its reminder even if an earlier one can't be created", async () => {
    const { app, visit, start, reminders } = await confirmed();
    const { id: _, uid: __, order_id, end_at, ...fields } = visit;
    const other = await seedOrder(app, { phone: null });
    await seedVisit(app, { ...fields, order_id: other.id, start_at: end_at });
    await breakOrder(app, order_id);
    app.clock.set(start - day + hour);
    expect(await remindOfVisits(app)).toBe(1);
    expect(await reminders()).toEqual(["reminder-day email"]);
  });

  test("gets no reminder if the patient chose phone calls", async () => {
    const { app, start, reminders } = await confirmed();
    await app.db.updateTable("orders").set({ updates: "phone" }).execute();
    app.clock.set(start - day);
    expect(await remindOfVisits(app)).toBe(0);
    expect(await reminders()).toEqual([]);
  });

  test("gets a reminder a day before and another two hours before, each by text and email", async () => {
    const { app, start, reminders } = await confirmed();
    app.clock.set(start - day - minute);
    await remindOfVisits(app);
    expect(await reminders()).toEqual([]);
    app.clock.set(start - day);
    expect([await remindOfVisits(app), await remindOfVisits(app)]).toEqual([1, 0]);
    expect(await reminders()).toEqual(["reminder-day sms", "reminder-day email"]);
    app.clock.set(start - 2 * hour);
    await remindOfVisits(app);
    await remindOfVisits(app);
    expect((await reminders()).slice(2)).toEqual(["reminder-hours sms", "reminder-hours email"]);
  });

  test("lets other requests run between reminders", async () => {
    const { app, visit, start } = await confirmed();
    for (let nth = 1; nth < 20; nth++) {
      await seedVisit(app, {
        order_id: (await seedOrder(app)).id,
        therapist_id: visit.therapist_id,
        start_at: start - nth * hour,
        status: "confirmed",
      });
    }
    app.clock.set(start - day);
    expect(await remindOfVisits(app)).toBe(20);
    let yields = 0;
    let over = false;
    // All the reminders already exist, so this run doesn't wait for any database writes.
    const run = remindOfVisits(app).finally(() => {
      over = true;
    });
    for (; !over; yields++) await nextTurn();
    expect(await run).toBe(0);
    expect(yields).toBeGreaterThanOrEqual(20);
  });

  test("gets reminders that don't mention an illness or a device", async () => {
    const { app, start } = await confirmed();
    app.clock.set(start - day);
    await remindOfVisits(app);
    const rows = await outboxOf(app);
    for (const { subject, body_sealed: sealed } of rows) {
      expect(`${subject} ${app.secrets.open(sealed)}`).not.toMatch(
        /cpap|sleep|apnea|insur|cancel|\bend\b|quit/i,
      );
    }
  });

  test("gets a late reminder after an outage, unless the visit is too close", async () => {
    const { app, start, reminders } = await confirmed();
    app.clock.set(start - 20 * hour);
    await remindOfVisits(app);
    expect(await reminders()).toHaveLength(2);
    app.clock.set(start - 10 * minute);
    await remindOfVisits(app);
    expect(await reminders()).toHaveLength(2);
  });

  test("can get the day-before reminder up to four hours before the visit, and the second one up to 15 minutes before it", async () => {
    const { app, start, reminders } = await confirmed();
    for (const last of [4 * hour, 15 * minute]) {
      app.clock.set(start - last + 1);
      expect(await remindOfVisits(app)).toBe(0);
      app.clock.set(start - last);
      expect(await remindOfVisits(app)).toBe(1);
    }
    expect(await reminders()).toHaveLength(4);
  });

  test("gets its day-before reminder in the patient's time zone", async () => {
    const { app, start, visit, reminders } = await confirmed(at("2026-03-08T20:00:00Z"));
    await app.db.updateTable("orders").set({ state: "AZ" }).where("id", "=", visit.order_id).execute();
    app.clock.set(start - day);
    await remindOfVisits(app);
    expect(await reminders()).toEqual(["reminder-day sms", "reminder-day email"]);
  });

  test.each([
    ["less than an hour", hour - 1, 0],
    ["an hour", hour, 1],
  ])(
    "gets its reminder only if the patient was notified at least an hour earlier: notified %s earlier",
    async (_, before, count) => {
      const { app, visit, start } = await confirmed();
      app.clock.set(start + hour - day - before);
      await moveVisit(app, operator, { id: visit.id, datetime: start + hour });
      app.clock.set(start + hour - day);
      expect(await remindOfVisits(app)).toBe(count);
    },
  );

  test.each([
    ["canceled", { status: "cancelled" }],
    ["moved", { start_at: at("2026-03-05T21:00:00Z"), end_at: at("2026-03-05T22:00:00Z") }],
  ])("that is %s when its reminder is due gets no reminder", async (_, change) => {
    const { app, visit, start, reminders } = await confirmed();
    app.clock.set(start - day);
    const update = (trx: Db) => trx.updateTable("visits").set(change).where("id", "=", visit.id).execute();
    expect(await whileRunning(app, update, () => remindOfVisits(app))).toBe(0);
    expect(await reminders()).toEqual([]);
  });

  test("gets its reminders from a running server", async () => {
    const { app, start, reminders } = await confirmed();
    app.clock.set(start - day);
    atEnd(startReminders(app));
    await eventually(reminders, (found) => found.length === 2);
  });

  test("gets reminders only for its new time after it is moved", async () => {
    const { app, visit, start, reminders } = await confirmed();
    app.clock.set(start - 30 * hour);
    await moveVisit(app, operator, { id: visit.id, datetime: start + 2 * day });
    app.clock.set(start - day);
    await remindOfVisits(app);
    expect(await reminders()).toEqual([]);
    app.clock.set(start + day);
    await remindOfVisits(app);
    expect(await reminders()).toEqual(["reminder-day sms", "reminder-day email"]);
  });

  test("gets no reminder right after the notice that it was moved", async () => {
    const { app, visit, start, reminders } = await confirmed();
    app.clock.set(start - 30 * hour);
    await moveVisit(app, operator, { id: visit.id, datetime: start - 10 * hour });
    await remindOfVisits(app);
    expect(await reminders()).toEqual([]);
  });

  test("that starts early in the morning gets its second reminder only by email because of quiet hours", async () => {
    const { app, start, reminders } = await confirmed(at("2026-03-05T14:00:00Z"));
    app.clock.set(start - 2 * hour);
    await remindOfVisits(app);
    expect((await reminders()).filter((reminder) => reminder.startsWith("reminder-hours"))).toEqual([
      "reminder-hours email",
    ]);
  });

  test("at 9:15 AM gets its reminder text at 9:00 AM", async () => {
    const { app, start, reminders } = await confirmed(at("2026-03-05T14:15:00Z"));
    app.clock.set(start - 2 * hour);
    await remindOfVisits(app);
    expect(await reminders()).toContain("reminder-hours sms");
  });

  test("gets no reminder if it is canceled during quiet hours", async () => {
    const { app, visit, start } = await confirmed(at("2026-03-06T02:00:00Z"));
    app.clock.set(start - day);
    await remindOfVisits(app);
    await cancelVisit(app, operator, visit.id, null);
    atEnd(startDelivery(app, { lookEvery: 20 }));
    app.clock.advance(13 * hour);
    const [row] = await eventually(
      () =>
        app.db
          .selectFrom("outbox")
          .select(["status", "error"])
          .where("kind", "=", "reminder-day")
          .where("channel", "=", "sms")
          .execute(),
      ([found]) => found?.status !== "queued",
    );
    expect(row).toEqual({
      status: "dropped",
      error: "Not sent: the visit was canceled.",
    });
  });
});

test("a submitted visit gets no reminder", async () => {
  const { app, visit, start, reminders } = await confirmed();
  await app.db.updateTable("visits").set({ status: "submitted" }).where("id", "=", visit.id).execute();
  app.clock.set(start - day);
  await remindOfVisits(app);
  expect(await reminders()).toEqual([]);
});
