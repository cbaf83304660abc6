import { beforeEach, describe, expect, test } from "vitest";
import { BulkAvailability } from "~/availability/availability-schema";
import { addSlots, removeSlots } from "~/availability/changes/change-slots.server";
import { undoBatch } from "~/availability/changes/undo-batch.server";
import { countOpeningsByDay } from "~/availability/count-openings-by-day.server";
import { listOpenings } from "~/availability/list-openings.server";
import { applyWeek } from "~/availability/rules/apply-week.server";
import { addDaysOff } from "~/availability/rules/days-off.server";
import { saveHours } from "~/availability/rules/weekly-hours.server";
import { planSlots } from "~/availability/slot-plan";
import {
  addDays,
  day,
  hour,
  instantOf,
  localDate,
  minute,
  startOfDay,
  wallTime,
  zoneOrUtc,
} from "~/core/time";
import { operator, type Staff } from "~/core/who";
import { findMonth } from "~/dashboard/calendars/month-visits.server";
import { moveVisit } from "~/visits/move-visit.server";
import { findDaySheet } from "~/week/day-sheet/find-day-sheet.server";
import { scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";
import { everywhere, longerBy } from "./odd-days";

const app = scratchApp();
const everyDay = [0, 1, 2, 3, 4, 5, 6];

const clockOf = (start: number, zone: string) => wallTime(start, zone).slice(11, 16);

/** Creates a therapist in a time zone and sets the clock a week before the date. */
async function therapistBefore(code: string, date: string, fields: { daily_capacity?: number } = {}) {
  const zone = zoneOrUtc(code);
  app.clock.set(startOfDay(addDays(date, -7), zone) + 12 * hour);
  const therapist = await seedTherapist(app, { timezone: code, ...fields });
  const slots = () =>
    app.db
      .selectFrom("slots")
      .select(["start_at", "local_date"])
      .where("therapist_id", "=", therapist.id)
      .orderBy("start_at")
      .execute();
  const book = async (start: number) =>
    seedVisit(app, {
      order_id: (await seedOrder(app)).id,
      therapist_id: therapist.id,
      start_at: start,
      local_date: localDate(start, zone),
    });
  return { zone, therapist, slots, book };
}

beforeEach(async () => {
  await app.db.deleteFrom("slots").execute();
});

describe.each(everywhere)("in %s on %s", (code, date) => {
  const skips = longerBy(code, date) < 0;

  test("every quarter hour is listed once, in order", () => {
    const zone = zoneOrUtc(code);
    const pattern = { fromDate: date, toDate: date, days: everyDay, startTime: "00:00", endTime: "24:00" };
    const planned = planSlots({ ...pattern, interval: 15 }, zone);
    const starts = planned.flatMap(({ start }) => (start === null ? [] : [start]));
    expect(planned).toHaveLength(96);
    expect(starts).toHaveLength(skips ? 92 : 96);
    expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
    for (const [index, { start }] of planned.entries()) {
      const time = `${String(Math.floor(index / 4)).padStart(2, "0")}:${String((index % 4) * 15).padStart(2, "0")}`;
      if (start === null) expect(time).toMatch(/^02:/);
      else expect(wallTime(start, zone).slice(0, 16)).toBe(`${date}T${time}`);
    }
  });

  test("adding, removing, and undoing slots use local time", async () => {
    const { zone, therapist, slots } = await therapistBefore(code, date);
    const pattern = (over: object) =>
      BulkAvailability.parse({
        therapist: therapist.name,
        fromDate: date,
        toDate: date,
        days: everyDay,
        startTime: "00:00",
        endTime: "23:45",
        ...over,
      });
    const added = await addSlots(app, operator, pattern({}));
    expect(added).toMatchObject({
      generated: 95,
      inserted: skips ? 91 : 95,
      skipped_because: { clock_change: skips ? 4 : 0, past: 0, there: 0 },
    });
    const before = await slots();
    expect(new Set(before.map((slot) => slot.local_date))).toEqual(new Set([date]));
    const removed = await removeSlots(app, operator, pattern({ startTime: "01:00", endTime: "04:00" }));
    expect(removed.removed).toBe(skips ? 8 : 12);
    const remaining = (await slots()).map(({ start_at }) => clockOf(start_at, zone));
    expect(remaining.filter((time) => time >= "01:00" && time < "04:00")).toEqual([]);
    expect(remaining).toHaveLength(83);
    await undoBatch(app, operator, therapist, removed.batch_id ?? 0);
    expect(await slots()).toEqual(before);
  });

  test("weekly hours keep the same local times and skip days off", async () => {
    const { zone, therapist, slots } = await therapistBefore(code, date);
    await saveHours(app, operator, therapist, {
      id: undefined,
      days: everyDay,
      startTime: "09:00",
      endTime: "11:00",
      interval: 60,
    });
    await addDaysOff(app, operator, therapist, {
      fromDate: addDays(date, 1),
      toDate: addDays(date, 1),
      note: "",
      dryRun: false,
    });
    const fromDate = addDays(date, -3);
    await applyWeek(app, operator, therapist, { fromDate, weeks: 1, removeExisting: true, dryRun: false });
    const dates = Array.from({ length: 7 }, (_, index) => addDays(fromDate, index));
    const offered = (await slots()).map(({ start_at }) => wallTime(start_at, zone).slice(0, 16));
    expect(offered).toEqual(
      dates.filter((one) => one !== addDays(date, 1)).flatMap((one) => [`${one}T09:00`, `${one}T10:00`]),
    );
  });

  test("the last visit of a day counts only for that day's capacity", async () => {
    const { zone, therapist, book } = await therapistBefore(code, date, { daily_capacity: 1 });
    const at = (days: number, time: string) => instantOf(addDays(date, days), time, zone) ?? 0;
    await seedSlots(app, therapist, [at(-1, "09:00"), at(0, "09:00"), at(1, "09:00")]);
    const { id } = await book(at(3, "12:00"));
    await moveVisit(app, operator, { id, datetime: at(0, "23:15") });
    const query = { now: app.clock.now(), therapistId: therapist.id };
    const open = async () =>
      (await listOpenings(app.reads, app.config, query)).map(({ start }) => localDate(start, zone));
    expect(await open()).toEqual([addDays(date, -1), addDays(date, 1)]);
    await moveVisit(app, operator, { id, datetime: at(1, "00:00") });
    expect(await open()).toEqual([addDays(date, -1), date]);
  });

  test("slots in the day's first and last minutes are offered on that day", async () => {
    const { zone, therapist } = await therapistBefore(code, date);
    const [from, to] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)];
    expect(to - from).toBe(day + longerBy(code, date));
    await seedSlots(app, therapist, [from - 15 * minute, from, to - 15 * minute, to]);
    for (const clock of [null, zone]) {
      const days = await countOpeningsByDay(app.reads, app.config, { now: app.clock.now(), zone: clock });
      expect(days.find((one) => one.date === date)).toEqual({ date, openings: 2 });
      const listed = await listOpenings(app.reads, app.config, { now: app.clock.now(), zone: clock, date });
      expect(listed.map(({ start }) => start)).toEqual([from, to - 15 * minute]);
    }
  });

  test("the day sheet and the month include the day's first and last visits", async () => {
    const { zone, therapist, book } = await therapistBefore(code, date);
    const [from, to] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)];
    const inside = [await book(from), await book(to - 45 * minute)];
    await book(from - 45 * minute);
    await book(to);
    const staff = { kind: "staff", roles: ["therapist"], therapistId: therapist.id, userId: null };
    const sheet = await findDaySheet(app, staff as unknown as Staff, { date });
    expect(sheet.visits.map(({ id }) => id)).toEqual(inside.map(({ id }) => id));
    expect([sheet.previousDate, sheet.nextDate]).toEqual([addDays(date, -1), addDays(date, 1)]);
    const month = await findMonth(app.reads, date.slice(0, 7), { therapist: therapist.name } as never);
    expect(month.days.find((one) => one.date === date)?.visits).toBe(2);
    const next = addDays(date, 1).slice(0, 7) === date.slice(0, 7);
    expect(month.days.some((one) => one.date === addDays(date, 1))).toBe(next);
  });
});

test.each(everywhere)("in %s on %s, the booking lead time is in elapsed hours", async (code, date) => {
  const { zone, therapist } = await therapistBefore(code, date);
  // It is 12:30 AM, and on DST days the change is within the next two hours.
  app.clock.set(instantOf(date, "00:30", zone) ?? 0);
  const now = app.clock.now();
  const ends = [now + 2 * hour - minute, now + 2 * hour, now + 60 * day - minute, now + 60 * day];
  await seedSlots(app, therapist, ends);
  const open = await listOpenings(app.reads, app.config, { now, therapistId: therapist.id });
  expect(open.map(({ start }) => start)).toEqual(ends.slice(1, 3));
});
