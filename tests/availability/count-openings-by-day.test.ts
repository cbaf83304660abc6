import { beforeAll, expect, test } from "vitest";
import { countOpeningsByDay } from "~/availability/count-openings-by-day.server";
import { listOpenings } from "~/availability/list-openings.server";
import { type PartOfDay, partOfDay } from "~/availability/part-of-day";
import type { App } from "~/boot/app.server";
import { hour, localDate, localHour, minute } from "~/core/time";
import { scratchApp } from "../support/scratch";
import { seedSlots, seedTherapist } from "../support/seed";

let app: App;
const clocks = [null, "America/New_York", "Pacific/Honolulu", "Asia/Kolkata"];
const parts: PartOfDay[] = ["morning", "afternoon", "evening"];

beforeAll(async () => {
  app = scratchApp();
  const now = app.clock.now();
  for (const [timezone, region] of [
    ["EST", "NC"],
    ["PST", "CA"],
    ["America/Phoenix", "AZ"],
  ]) {
    const therapist = await seedTherapist(app, { timezone, region });
    const starts = Array.from(
      { length: 130 },
      (_, index) => now + 3 * hour + index * (5 * hour + 15 * minute),
    );
    await seedSlots(app, therapist, starts);
  }
});

test.each(clocks)("days are counted and listed in the viewer's time zone (%s)", async (clock) => {
  const now = app.clock.now();
  const all = await listOpenings(app.reads, app.config, { now });
  const expected = new Map<string, number>();
  for (const { start, zone } of all) {
    const date = localDate(start, clock ?? zone);
    expected.set(date, (expected.get(date) ?? 0) + 1);
  }
  const days = await countOpeningsByDay(app.reads, app.config, { now, zone: clock });
  expect(days).toEqual([...expected].sort().map(([date, openings]) => ({ date, openings })));
  const day = days[3]?.date ?? "";
  const listed = await listOpenings(app.reads, app.config, { now, zone: clock, date: day });
  expect(listed).toEqual(all.filter(({ start, zone }) => localDate(start, clock ?? zone) === day));
});

test.each(clocks)("times of day use the viewer's time zone (%s)", async (clock) => {
  const now = app.clock.now();
  const all = await listOpenings(app.reads, app.config, { now });
  for (const part of parts) {
    const found = await listOpenings(app.reads, app.config, { now, zone: clock, part });
    expect(found).toEqual(all.filter(({ start, zone }) => partOfDay(start, clock ?? zone) === part));
    expect(found.length).toBeGreaterThan(0);
  }
  expect(all.some(({ start, zone }) => localHour(start, zone) !== localHour(start, "UTC"))).toBe(true);
});

test("if there are no therapists, no days have openings", async () => {
  const empty = scratchApp();
  const now = empty.clock.now();
  expect(await countOpeningsByDay(empty.reads, empty.config, { now })).toEqual([]);
  expect(await listOpenings(empty.reads, empty.config, { now, part: "morning" })).toEqual([]);
});

test("the range starts today in the westernmost time zone and ends on the last day in the easternmost one", async () => {
  const app = scratchApp();
  const now = Date.parse("2026-03-03T05:00:00Z");
  const eastern = await seedTherapist(app, { timezone: "EST" });
  const hawaiian = await seedTherapist(app, { timezone: "HST" });
  await seedSlots(app, hawaiian, [now + 2.5 * hour]);
  await seedSlots(app, eastern, [Date.parse("2026-05-02T04:30:00Z")]);
  expect(await countOpeningsByDay(app.reads, app.config, { now })).toEqual([
    { date: "2026-03-02", openings: 1 },
    { date: "2026-05-02", openings: 1 },
  ]);
});
