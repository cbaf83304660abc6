import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { countForecast } from "~/dashboard/forecast/count-forecast.server";
import { findFirstOpenings } from "~/dashboard/forecast/first-openings.server";
import { noShowRate, spreadOf, warnAfterDays, weeksAhead } from "~/dashboard/forecast/rates";
import { scratchApp } from "../support/scratch";
import { seedDatabase, seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";

const newYork = "America/New_York";

test("the first openings are listed by therapist and region, longest wait first", async () => {
  const app = scratchApp();
  await seedDatabase(app);
  const now = app.clock.now();
  const soon = await seedTherapist(app, { name: "Soon", region: "NC" });
  const later = await seedTherapist(app, { name: "Later", region: "NC" });
  const late = await seedTherapist(app, { name: "Late", region: "TN" });
  await seedTherapist(app, { name: "Never", region: "ID" });
  await seedSlots(app, soon, [now + hour, now + 2 * day]);
  await seedSlots(app, later, [now + 3 * day, now + 5 * day]);
  await seedSlots(app, late, [now + (warnAfterDays + 1) * day]);
  // This visit overlaps the first slot of the therapist named Later.
  const order = await seedOrder(app);
  await seedVisit(app, { order_id: order.id, therapist_id: later.id, start_at: now + 3 * day });
  const { regions, therapists } = await findFirstOpenings(app.reads, app.config, now);
  expect(therapists.map(({ name, days, late }) => [name, days, late])).toEqual([
    ["Never", null, true],
    ["Late", 8, true],
    ["Later", 5, false],
    ["Soon", 2, false],
  ]);
  expect(regions.map(({ name, days, late }) => [name, days, late])).toEqual([
    ["ID", null, true],
    ["TN", 8, true],
    ["NC", 2, false],
  ]);
});

test("each week shows booked visits and open times up to the daily capacity", async () => {
  const app = scratchApp();
  await seedDatabase(app);
  const now = app.clock.now();
  const therapist = await seedTherapist(app, { daily_capacity: 2 });
  await seedSlots(app, therapist, [
    ...[3, 4, 5].map((hours) => now + day + hours * hour),
    now + 8 * day,
    ...[1, 2, 3].map((hours) => now + 9 * day + hours * hour),
  ]);
  await seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id: therapist.id,
    start_at: now + day,
  });
  const { capacity } = await countForecast(app, newYork);
  expect(capacity).toHaveLength(weeksAhead);
  expect(capacity.slice(0, 3)).toEqual([
    { week: "2026-03-01", booked: 1, open: 1 },
    { week: "2026-03-08", booked: 0, open: 3 },
    { week: "2026-03-15", booked: 0, open: 0 },
  ]);
});

test("the forecast is cached for at most five minutes", async () => {
  const app = scratchApp();
  await seedDatabase(app);
  const therapist = await seedTherapist(app);
  const open = async () => (await countForecast(app, newYork)).capacity[0]?.open;
  expect(await open()).toBe(0);
  await seedSlots(app, therapist, [app.clock.now() + day]);
  expect(await open()).toBe(0);
  app.clock.advance(5 * 60_000 + 1);
  expect(await open()).toBe(1);
});

test("without visits, medians and rates are null", () => {
  expect(spreadOf([])).toEqual({ count: 0, median: null, p90: null });
  expect(spreadOf([4])).toEqual({ count: 1, median: 4, p90: 4 });
  expect(spreadOf([4, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11])).toEqual({ count: 11, median: 6, p90: 10 });
  expect(noShowRate(0, 0)).toBeNull();
  expect(noShowRate(1, 4)).toBe(0.25);
});
