import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addDays, hour, instantOf, localDate, minute } from "~/core/time";
import { findTherapistDays } from "~/dashboard/calendars/count-capacity.server";
import type { NewRow } from "~/db/tables";
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

/** A company with one therapist, whose default kind has these fields. */
async function seedCompanyOf(fields: Partial<NewRow<"visit_kinds">>) {
  const { id: company } = await app.db
    .insertInto("companies")
    .values({ name: `Company ${randomUUID()}` })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable("visit_kinds")
    .set({ name: "Setup", ...fields })
    .where("company_id", "=", company)
    .where("is_default", "=", 1)
    .execute();
  return { company, therapist: await seedTherapist(app, { company_id: company }) };
}

test("openings are as long as the kinds of visits that fit in them", async () => {
  const { therapist } = await seedCompanyOf({ length: hour, buffer_after: 15 * minute });
  await seedSlots(app, therapist, [at(wednesday, "09:00")]);
  expect((await backgroundOf(therapist))("open")).toEqual([[at(wednesday, "09:00"), at(wednesday, "10:00")]]);
});

test("a slot that only another kind may use is drawn with that kind's length", async () => {
  const { therapist, company } = await seedCompanyOf({});
  const short = await app.db
    .insertInto("visit_kinds")
    .values({ company_id: company, name: "Call", name_es: "Llamada", mode: "phone", length: 20 * minute })
    .returning("id")
    .executeTakeFirstOrThrow();
  await seedSlots(app, therapist, [at(wednesday, "09:00")]);
  await app.db
    .updateTable("slots")
    .set({ kinds: JSON.stringify([short.id]) })
    .where("therapist_id", "=", therapist.id)
    .execute();
  expect((await backgroundOf(therapist))("open")).toEqual([[at(wednesday, "09:00"), at(wednesday, "09:20")]]);
});

test("a busy time in another calendar hides a time by the kind's length and buffers, also from the capacity", async () => {
  const { therapist } = await seedCompanyOf({ length: hour, buffer_before: 30 * minute });
  const starts = ["09:00", "10:00", "12:00"].map((time) => at(wednesday, time));
  await seedSlots(app, therapist, starts);
  const calendar = await app.db
    .insertInto("calendars")
    .values({
      therapist_id: therapist.id,
      kind: "ics",
      url_sealed: "-",
      created_at: clock.now(),
      due_at: clock.now(),
      last_read_at: clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("busy_times")
    .values({
      therapist_id: therapist.id,
      calendar_id: calendar.id,
      start_at: at(wednesday, "10:50"),
      end_at: at(wednesday, "11:40"),
    })
    .execute();
  expect((await backgroundOf(therapist))("open")).toEqual([[at(wednesday, "09:00"), at(wednesday, "10:00")]]);
  const dayOf = await findTherapistDays(app.db, app.config, {
    now: clock.now(),
    ids: [therapist.id],
    dates: [wednesday],
  });
  expect(dayOf(therapist.id, wednesday).starts).toEqual([at(wednesday, "09:00")]);
});
