import { expect, test } from "vitest";
import { day, hour, localDate, wallTime } from "~/core/time";
import { countAppointments, listAppointments } from "~/dashboard/appointments/list-appointments.server";
import { ListAppointments, sorts } from "~/dashboard/dashboard-schema";
import { appointmentRow } from "~/dashboard/visit-views";
import { scratchApp } from "../support/scratch";
import { seedClinic, seedDatabase, seedOrder, seedTherapist, seedVisit } from "../support/seed";

const app = scratchApp();
const { therapist } = await seedClinic(app);
const second = await seedTherapist(app, { name: "Zed 100%_Ünal", timezone: "PST", region: "CA" });
await seedDatabase(app, "OTHER");
const now = app.clock.now();
const statuses = ["submitted", "confirmed", "completed", "cancelled", "no show", "pending"];
for (let index = 0; index < 24; index++) {
  const order = await seedOrder(app, {
    brightree_db: index % 3 === 0 ? "OTHER" : "QHMS",
    patient_name: index === 7 ? 'O\'Brien "Bo" 50%' : `Patient No ${index}`,
  });
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: index % 2 ? therapist.id : second.id,
    start_at: now + (index - 12) * day + (index % 5) * hour,
    status: statuses[index % 6] ?? "",
    visit_type: index % 4 === 0 ? "Follow-up" : "Setup",
  });
}

const parse = (fields: Record<string, unknown> = {}) => ListAppointments.parse(fields);
const rowsOf = async (fields: Record<string, unknown>) =>
  (await listAppointments(app.reads, parse({ limit: 100, ...fields }))).rows;

test("each filter narrows the list by its field, and the count matches the list", async () => {
  for (const [fields, amount] of [
    [{}, 24],
    [{ db: "OTHER" }, 8],
    [{ db: "ALL" }, 24],
    [{ therapist: second.name }, 12],
    [{ type: "Follow-up" }, 6],
    [{ status: "no show" }, 4],
    [{ step: 6 }, 8],
    [{ step: 7 }, 4],
    [{ status: "no such status" }, 0],
    [{ therapist: "Unknown" }, 0],
    [{ db: "OTHER", status: "cancelled" }, 4],
    [{ db: "OTHER", therapist: second.name, type: "Follow-up" }, 2],
  ] as const) {
    expect([fields, (await rowsOf(fields)).length]).toEqual([fields, amount]);
    expect(await countAppointments(app.reads, parse(fields))).toBe(amount);
  }
});

test("a search finds any part of the order, patient, therapist, date, time, status, type, and company", async () => {
  const [row] = await rowsOf({});
  if (!row) throw new Error("There are rows.");
  const found = async (search: string) => (await rowsOf({ search })).map(({ id }) => id);
  expect(await found(String(row.sales_order_no))).toEqual([row.id]);
  expect(await found(String(row.patient_id))).toContain(row.id);
  expect(await found('o\'brien "bo"')).toHaveLength(1);
  expect(await found("ünal")).toHaveLength(12);
  expect(await found("NO SHOW")).toHaveLength(4);
  expect(await found("canceled")).toEqual(await found("cancelled"));
  expect(await found("canceled")).toHaveLength(4);
  expect(await found("follow-")).toHaveLength(6);
  expect(await found("other")).toHaveLength(8);
  expect(await found("company")).toHaveLength(24);
  expect(await found("2026-03-02")).toHaveLength(1);
  expect(await found("Mar 1")).toHaveLength(5);
  expect(await found("Mon, Mar 2")).toHaveLength(1);
  expect(await found("nothing like it")).toEqual([]);
});

test("a search finds phone numbers and dates in any format", async () => {
  const [row] = await rowsOf({ search: "O'Brien" });
  if (!row) throw new Error("There are rows.");
  await app.db.updateTable("orders").set({ phone: "+19195559871" }).where("id", "=", row.order_id).execute();
  const today = localDate(now, "America/New_York");
  const found = async (search: string) =>
    (await listAppointments(app.reads, { ...parse({ search, limit: 100 }), today })).rows;
  for (const phone of ["(919) 555-9871", "919.555.9871", "+1 919 555 9871", "555-9871", "9871"]) {
    expect([phone, (await found(phone)).map(({ id }) => id)]).toEqual([phone, [row.id]]);
  }
  for (const date of ["3/2", "3/2/26", "03/02/2026", "March 2, 2026", "2 Mar"]) {
    expect([date, (await found(date)).length]).toEqual([date, 1]);
  }
  expect((await found("tomorrow"))[0]?.start_at).toBeGreaterThan(now);
});

test("searching for a start time uses the therapist's time zone", async () => {
  const times = (await rowsOf({ search: "10:00 am" })).map((row) => appointmentRow(row).start_time);
  expect(times.length).toBeGreaterThan(0);
  expect(new Set(times)).toEqual(new Set(["10:00 AM"]));
  const all = (await rowsOf({})).filter((row) => appointmentRow(row).start_time.includes("9:"));
  expect(await rowsOf({ search: "9:" })).toHaveLength(all.length);
});

test("a search treats wildcards, quotes, and operators as text", async () => {
  const found = async (search: string) => (await rowsOf({ search })).length;
  expect(await found("100%_")).toBe(12);
  expect(await found("%")).toBe(13);
  expect(await found("_")).toBe(12);
  expect(await found("a_t")).toBe(0);
  expect(await found('"')).toBe(1);
  expect(await found('" OR patient_name : "')).toBe(0);
  expect(await found("Patient*")).toBe(0);
});

test.each(sorts)("sorted by %s, the pages contain every row exactly once", async (sort) => {
  for (const direction of ["asc", "desc"] as const) {
    const whole = (await rowsOf({ sort, direction })).map(({ id }) => id);
    expect(whole).toHaveLength(24);
    const seen: number[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 6; pages++) {
      const page = await listAppointments(app.reads, parse({ sort, direction, limit: 5, cursor }));
      seen.push(...page.rows.map(({ id }) => id));
      if (pages > 0 && page.previous) {
        const back = await listAppointments(
          app.reads,
          parse({ sort, direction, limit: 5, cursor: page.previous }),
        );
        expect(back.rows.map(({ id }) => id)).toEqual(seen.slice((pages - 1) * 5, pages * 5));
      }
      if (!page.next) break;
      cursor = page.next;
    }
    expect(seen).toEqual(whole);
  }
});

test("rows are sorted by the displayed values", async () => {
  const by = async (sort: string, direction = "asc") =>
    (await rowsOf({ sort, direction })).map(appointmentRow);
  const sorted = (values: string[]) => [...values].sort();
  for (const [sort, name] of [
    ["date", "datetime"],
    ["therapist", "therapist"],
    ["db", "brightree_db"],
    ["type", "visit_type"],
    ["status", "status"],
  ] as const) {
    const shown = (await by(sort)).map((row) => row[name]);
    expect(shown).toEqual(sorted(shown));
    expect((await by(sort, "desc")).map((row) => row[name])).toEqual([...shown].reverse());
  }
  const patients = (await by("patient")).map((row) => row.patient_id);
  expect(patients).toEqual([...patients].sort((one, other) => one - other));
});

test("a list sorted by date starts at today, with earlier days on the previous page", async () => {
  const page = await listAppointments(app.reads, parse({ limit: 5 }), { today: now });
  expect(page.rows.map(({ start_at }) => start_at >= now)).toEqual(Array(5).fill(true));
  expect(page.next).not.toBeNull();
  expect(page.opensToday).toBe(true);
  const before = await listAppointments(app.reads, parse({ limit: 5, cursor: page.previous }), {
    today: now,
  });
  expect(before.rows.map(({ start_at }) => start_at < now)).toEqual(Array(5).fill(true));
  const last = await listAppointments(app.reads, parse({ limit: 50 }), { today: now });
  expect(last.rows.map(({ start_at }) => start_at < now)).not.toContain(true);
  expect(last.opensToday).toBe(true);
  // With a filter, past visits fill up a page that would otherwise be partly empty.
  const over = await listAppointments(app.reads, parse({ limit: 50, status: "completed" }), {
    today: now + 40 * day,
  });
  expect(over.rows).toHaveLength(4);
  expect([over.previous, over.next, over.opensToday]).toEqual([null, null, false]);
});

test("an unknown sort falls back to date, and a cursor from another sort is refused", async () => {
  expect((await rowsOf({ sort: "nothing", direction: "sideways" })).map(({ id }) => id)).toEqual(
    (await rowsOf({})).map(({ id }) => id),
  );
  const { next } = await listAppointments(app.reads, parse({ limit: 5 }));
  await expect(listAppointments(app.reads, parse({ sort: "db", cursor: next }))).rejects.toThrow(
    "Page not found.",
  );
  await expect(listAppointments(app.reads, parse({ cursor: "after.e30" }))).rejects.toThrow(
    "Page not found.",
  );
  expect(ListAppointments.safeParse({ cursor: "after.';--" }).success).toBe(false);
});

test("a row has all the alternative field names", async () => {
  const [first] = await rowsOf({ db: "OTHER", status: "submitted" });
  if (!first) throw new Error("Expected at least one row.");
  const row = appointmentRow(first);
  expect(row).toMatchObject({ brightree_db: "OTHER", status: "submitted", step: 6 });
  expect([row.so_id, row.soid]).toEqual([row.sales_order_id, row.sales_order_id]);
  expect(row.start_time).toMatch(/^\d{1,2}:\d\d [AP]M$/);
});

test("sorting by time uses the viewer's time zone in summer and winter", async () => {
  const other = scratchApp();
  const { therapist: own } = await seedClinic(other);
  // Starts at midnight and covers both sides of the DST change on March 8, 2026.
  for (let index = 0; index < 48; index++) {
    const start_at = Date.parse("2026-03-01T05:00:00Z") + index * 6 * hour + (index % 4) * hour;
    const { id } = await seedOrder(other);
    await seedVisit(other, { order_id: id, therapist_id: own.id, start_at, status: "completed" });
  }
  const list = async (zone: string, fields: Record<string, unknown> = {}) =>
    (await listAppointments(other.reads, parse({ sort: "time", limit: 100, ...fields }), { zone })).rows;
  for (const zone of ["America/New_York", "Pacific/Honolulu", "Asia/Kolkata", "UTC"]) {
    const shown = (await list(zone)).map(({ start_at }) => wallTime(start_at, zone).slice(11));
    expect(shown).toHaveLength(48);
    expect([zone, shown]).toEqual([zone, [...shown].sort()]);
    const back = (await list(zone, { direction: "desc" })).map(({ start_at }) => wallTime(start_at, zone));
    expect(back.map((text) => text.slice(11))).toEqual([...shown].reverse());
  }
  const narrowed = await list("America/New_York", { status: "completed", therapist: own.name });
  expect(narrowed).toEqual(await list("America/New_York"));
});
