import { expect, test } from "vitest";
import { addDays, hour, instantOf, localDate, minute } from "~/core/time";
import { listBackgroundTimes } from "~/week/list-background-times.server";
import { monday } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";
import { startServer } from "../support/server";

const { app, clock } = await startServer();
clock.set(monday);
const zone = "America/New_York";
const sunday = addDays(localDate(monday, zone), -1);
const wednesday = addDays(sunday, 3);
const at = (date: string, time: string) => instantOf(date, time, zone) ?? 0;

async function backgroundOf(therapist: { id: number; timezone: string }) {
  const found = await listBackgroundTimes(app, therapist, sunday);
  return (kind: string, date = wednesday) =>
    found
      .filter((time) => time.kind === kind && localDate(time.start, zone) === date)
      .map(({ start, end }) => [start, end]);
}

test("overlapping openings are shown as one shaded area, which leaves out booked times", async () => {
  const therapist = await seedTherapist(app);
  const starts = [0, 15, 30, 45, 60, 75].map((minutes) => at(wednesday, "09:00") + minutes * minute);
  await seedSlots(app, therapist, starts);
  const times = await backgroundOf(therapist);
  expect(times("open")).toEqual([[at(wednesday, "09:00"), at(wednesday, "11:00")]]);
  const order = await seedOrder(app);
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: at(wednesday, "10:00"),
  });
  expect((await backgroundOf(therapist))("open")).toEqual([[at(wednesday, "09:00"), at(wednesday, "10:00")]]);
});

test("the hours outside a day's slots are shown as closed", async () => {
  const therapist = await seedTherapist(app);
  await seedSlots(app, therapist, [at(wednesday, "09:00"), at(wednesday, "15:15")]);
  const midnight = at(wednesday, "00:00");
  expect((await backgroundOf(therapist))("closed")).toEqual([
    [midnight, at(wednesday, "09:00")],
    [at(wednesday, "16:00"), midnight + 24 * hour],
  ]);
});

test("the hours outside the weekly hours are shown as closed", async () => {
  const therapist = await seedTherapist(app);
  const hours = { therapist_id: therapist.id, days: "3", interval: 15 } as const;
  await app.db
    .insertInto("weekly_hours")
    .values([
      { ...hours, start_time: "13:00", end_time: "17:00" },
      { ...hours, start_time: "08:00", end_time: "12:00" },
    ])
    .execute();
  const midnight = at(wednesday, "00:00");
  const times = await backgroundOf(therapist);
  expect(times("closed")).toEqual([
    [midnight, at(wednesday, "08:00")],
    [at(wednesday, "12:00"), at(wednesday, "13:00")],
    [at(wednesday, "17:00"), midnight + 24 * hour],
  ]);
  expect(times("closed", addDays(wednesday, 1))).toEqual([[midnight + 24 * hour, midnight + 48 * hour]]);
});

test("consecutive days off are shown as one shaded band without closed hours", async () => {
  const therapist = await seedTherapist(app);
  const days = { from_date: wednesday, to_date: addDays(wednesday, 1) };
  const { id } = await app.db
    .insertInto("slot_batches")
    .values({ therapist_id: therapist.id, kind: "day-off", ...days, created_at: monday })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("days_off")
    .values({ therapist_id: therapist.id, ...days, batch_id: id })
    .execute();
  const times = await backgroundOf(therapist);
  const midnight = at(wednesday, "00:00");
  expect(times("off")).toEqual([[midnight, midnight + 48 * hour]]);
  expect(times("closed")).toEqual([]);
});
