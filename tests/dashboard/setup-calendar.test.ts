import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { addDaysOff } from "~/availability/rules/days-off.server";
import { day, hour, localDate, minute } from "~/core/time";
import { operator } from "~/core/who";
import { whereNeedsConfirmation, whereOnDay } from "~/dashboard/calendars/calendar-conditions.server";
import { ShowCalendars } from "~/dashboard/calendars/calendars-query";
import { findCapacity, weekOf } from "~/dashboard/calendars/count-capacity.server";
import { listCalendars } from "~/dashboard/calendars/load-calendars.server";
import { findMonth } from "~/dashboard/calendars/month-visits.server";
import { pageOfVisits } from "~/dashboard/calendars/page-of-visits.server";
import { listWaiting } from "~/dashboard/calendars/waiting-items.server";
import { ago, waitingReason } from "~/dashboard/calendars/waiting-time";
import { loadOf } from "~/dashboard/ui/capacity-grid";
import { aClinic, aVisit } from "../support/clinic";
import { seedOrder, seedSlots, seedTherapist } from "../support/seed";

/** Creates a therapist on a Monday morning, with functions that add and query visits. */
async function clinic() {
  const { app, therapist } = await aClinic();
  const now = app.clock.now();
  const add = (after: number, status = "submitted", fields: object = {}) =>
    aVisit(app, therapist, now + after, { status, ...fields });
  const ask = (fields: object = {}) => ShowCalendars.parse(fields);
  return { app, db: app.reads, therapist, now, add, ask };
}

test("the month view counts setups by status and doesn't list visits with status cancelled or pending", async () => {
  const { db, add, ask } = await clinic();
  for (const [index, status] of ["submitted", "pending", "confirmed", "completed", "cancelled"].entries()) {
    await add(day + index * hour, status);
  }
  const { tiles, visits, days } = await findMonth(db, "2026-03", ask());
  expect(tiles).toEqual({ pending: 2, confirmed: 1, completed: 1 });
  expect(visits).toBe(3);
  expect(days).toMatchObject([{ date: "2026-03-03", visits: 3 }]);
  expect(days[0]?.first.map(({ status }) => status)).toEqual(["submitted", "confirmed", "completed"]);
  const month = await findMonth(db, "2026-03", ask({ status: "cancelled" }));
  expect([month.visits, month.tiles.confirmed]).toEqual([1, 1]);
});

test("a day in the month view shows three visits and how many more there are, and its list shows all of them", async () => {
  const { db, add, ask } = await clinic();
  for (let index = 0; index < 5; index += 1) await add(day + (5 - index) * hour);
  const [found] = (await findMonth(db, "2026-03", ask())).days;
  expect([found?.visits, found?.first.length]).toEqual([5, 3]);
  const starts = found?.first.map(({ start_at }) => start_at) ?? [];
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  expect((await pageOfVisits(db, whereOnDay("2026-03-03", ask()), 1)).visits).toHaveLength(5);
});

test("each filter narrows the month view, and wildcards are literal", async () => {
  const { app, db, add, ask, therapist } = await clinic();
  await add(day);
  const other = await seedTherapist(app, { name: "Ann 100%_Sure", region: "TN" });
  const second = await add(2 * day, "confirmed", { therapist_id: other.id });
  const order = await app.db
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", second.order_id)
    .executeTakeFirstOrThrow();
  const found = async (fields: object) =>
    (await findMonth(db, "2026-03", ask(fields))).days.flatMap(({ first }) =>
      first.map((row) => row.therapist),
    );
  expect(await found({ therapist: other.name })).toEqual([other.name]);
  expect(await found({ region: "NC" })).toEqual([therapist.name]);
  expect(await found({ status: "confirmed" })).toEqual([other.name]);
  expect(await found({ company: "QHMS" })).toHaveLength(2);
  expect(await found({ company: "Unknown Inc" })).toEqual([]);
  expect(await found({ search: "100%_" })).toEqual([other.name]);
  expect(await found({ search: "%" })).toEqual([other.name]);
  expect(await found({ search: "_" })).toEqual([other.name]);
  expect(await found({ search: String(order.patient_id) })).toEqual([other.name]);
  expect(await found({ search: order.patient_name ?? "" })).toEqual([other.name]);
  expect(await found({ therapist: "ALL", region: "ALL", company: "ALL", status: "ALL" })).toHaveLength(2);
});

test("only submitted visits within the next 72 hours need confirmation", async () => {
  const { db, add, ask, now } = await clinic();
  await add(72 * hour);
  await add(72 * hour + 50 * minute);
  await add(-hour);
  await add(5 * hour, "confirmed");
  const { visits, more } = await pageOfVisits(
    db,
    whereNeedsConfirmation(ask({ status: "confirmed" }), now),
    1,
  );
  expect(visits.map(({ start_at }) => start_at - now)).toEqual([72 * hour]);
  expect(more).toBe(false);
});

test("every worklist row shows its reason and age", async () => {
  const { now } = await clinic();
  const visit = { start_at: now + day, end_at: now + day + 45 * minute, submitted_at: now - 2 * day };
  expect(waitingReason({ ...visit, status: "submitted" }, now)).toBe("2 days ago");
  const over = { ...visit, status: "confirmed", start_at: now - 4 * hour, end_at: now - 3 * hour };
  expect(waitingReason(over, now)).toBe("ended 3 hours ago");
  expect([ago(now - day, now), ago(now - hour, now), ago(now, now)]).toEqual([
    "1 day ago",
    "1 hour ago",
    "just now",
  ]);
});

test("overdue links, visits, and messages are listed with their age, oldest first", async () => {
  const { app, db, add, ask, now } = await clinic();
  await add(6 * day, "submitted", { submitted_at: now - 3 * day });
  const orders = [await seedOrder(app), await seedOrder(app), await seedOrder(app)];
  for (const [index, { id }] of orders.entries()) {
    const sent = now - ([4, 5, 1][index] ?? 0) * day;
    await app.db.updateTable("orders").set({ step: 5, step_at: sent }).where("id", "=", id).execute();
    await app.db
      .insertInto("link_codes")
      .values({
        order_id: id,
        code_hash: `hash ${id}`,
        code_sealed: "",
        created_at: sent,
        sent_at: sent,
        opened_at: index === 1 ? now - 3 * day : null,
      })
      .execute();
  }
  await app.db
    .insertInto("outbox")
    .values({
      channel: "sms",
      recipient: "+19195550100",
      body_sealed: "",
      kind: "visit-moved",
      order_id: orders[0]?.id ?? 0,
      status: "failed",
      created_at: now - 5 * hour,
      finished_at: now - 5 * hour,
    })
    .execute();
  expect((await listWaiting(db, ask(), now)).map(({ reason }) => reason)).toEqual([
    "Link opened 3 days ago but no time chosen",
    "Link sent 4 days ago but not opened",
    "Submitted 3 days ago but not confirmed",
    "Text failed 5 hours ago",
  ]);

  const found = async (search?: string) =>
    (await listWaiting(db, ask({ search }), now)).map(({ reason }) => reason.replace(/ .*/, ""));
  const patient = String(orders[0]?.patient_name);
  expect(await found(patient.toLowerCase())).toEqual(["Link", "Text"]);
  expect(await found(String(orders[0]?.patient_id).slice(1))).toEqual(["Link", "Text"]);
  expect(await found("qh")).toEqual(["Link", "Link", "Submitted", "Text"]);
  expect(await found("unknown")).toEqual([]);
});

test("the capacity week starts on Sunday and shows booked, open, and total capacity", async () => {
  const { app, db, therapist, add, ask, now } = await clinic();
  await add(day + 4 * hour);
  await add(day + 5 * hour, "cancelled");
  const { dates, rows } = await findCapacity(db, app.config, {
    now,
    date: "2026-03-02",
    filters: ask(),
    page: 1,
  });
  expect(dates).toEqual(weekOf("2026-03-07"));
  expect(dates[0]).toBe("2026-03-01");
  expect(rows).toMatchObject([{ name: therapist.name, cap: 6 }]);
  // Three 45-minute visits fit into six slots that start half an hour apart.
  expect(rows[0]?.cells[2]).toEqual({ booked: 1, open: 3, cap: 6, isOff: false, isClosed: false });
  expect(rows[0]?.cells[0]).toEqual({ booked: 0, open: 0, cap: 0, isOff: false, isClosed: true });
});

test("the capacity week shows a therapist's days off", async () => {
  const { app, db, therapist, ask, now } = await clinic();
  const off = { fromDate: "2026-02-20", toDate: "2026-03-02", note: "", dryRun: false };
  await addDaysOff(app, operator, therapist, off);
  const input = { now, date: "2026-03-02", filters: ask(), page: 1 };
  const { rows } = await findCapacity(db, app.config, input);
  expect(rows[0]?.cells.map(({ isOff }) => isOff)).toEqual([true, true, ...Array(5).fill(false)]);
});

test("the capacity week excludes times that are busy in another calendar", async () => {
  const { app, db, therapist, ask, now } = await clinic();
  const input = { now, date: "2026-03-02", filters: ask(), page: 1 };
  const openOnTuesday = async () => (await findCapacity(db, app.config, input)).rows[0]?.cells[2]?.open;
  expect(await openOnTuesday()).toBe(3);
  const calendar = await app.db
    .insertInto("calendars")
    .values({
      therapist_id: therapist.id,
      kind: "ics",
      url_sealed: "",
      created_at: now,
      due_at: now,
      last_read_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const all = { start_at: now + 12 * hour, end_at: now + 24 * hour };
  const rest = { start_at: now + 24 * hour, end_at: now + 36 * hour };
  for (const span of [all, rest]) {
    await app.db
      .insertInto("busy_times")
      .values({ therapist_id: therapist.id, calendar_id: calendar.id, ...span })
      .execute();
  }
  expect(await openOnTuesday()).toBe(0);
});

test("open times never exceed the capacity", async () => {
  const { app, db, add, ask, now } = await clinic();
  const small = await seedTherapist(app, { name: "Small Day", daily_capacity: 2 });
  await seedSlots(
    app,
    small,
    [9, 10, 11, 12].map((hours) => now + day + hours * hour),
  );
  await add(day, "confirmed", { therapist_id: small.id });
  const filters = ask({ therapist: "Small Day" });
  const { rows } = await findCapacity(db, app.config, {
    now,
    date: localDate(now, "UTC"),
    filters,
    page: 1,
  });
  expect(rows[0]?.cells.slice(1, 4)).toMatchObject([
    { booked: 0, open: 0 },
    { booked: 1, open: 1 },
    { booked: 0, open: 0 },
  ]);
});

test.each([
  [0, 6, "empty"],
  [3, 6, "some"],
  [65, 100, "some"],
  [66, 100, "most"],
  [5, 6, "most"],
  [6, 6, "full"],
  [7, 6, "full"],
])("%i booked out of %i is shown as %s", (booked, cap, load) => {
  expect(loadOf(booked, cap)).toBe(load);
});

test("a page runs the same number of queries for a hundred visits as for one", async () => {
  const { app, add, ask } = await clinic();
  let queries = 0;
  const count = async (tab: string) => {
    queries = 0;
    const counting = { ...app, reads: app.reads.withPlugin(counter) };
    await listCalendars(counting, ask({ tab }), "2026-03-03", "America/New_York");
    return queries;
  };
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await add(day);
  const before = [await count("calendar"), await count("worklist"), await count("capacity")];
  for (let index = 0; index < 100; index += 1) {
    const therapist = await seedTherapist(app);
    await add(day + (index % 8) * hour, "submitted", { therapist_id: therapist.id });
  }
  expect([await count("calendar"), await count("worklist"), await count("capacity")]).toEqual(before);
});

test("invalid query values are ignored", async () => {
  const { ask } = await clinic();
  const nonsense = {
    tab: "x",
    month: "2026-13",
    day: "yesterday",
    week: "1",
    page: "-1",
    needs: "many",
    search: "x".repeat(101),
  };
  expect(ask(nonsense)).toEqual(ask());
});
