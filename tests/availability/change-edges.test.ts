import { expect, test } from "vitest";
import { BulkAvailability } from "~/availability/availability-schema";
import { addSlots, removeSlot, removeSlots } from "~/availability/changes/change-slots.server";
import { undoBatch } from "~/availability/changes/undo-batch.server";
import { listOutsideVisits, outsideVisitView } from "~/availability/changes/visits-outside-hours.server";
import { applyWeek } from "~/availability/rules/apply-week.server";
import { addDaysOff, listDaysOff, removeDayOff } from "~/availability/rules/days-off.server";
import { deleteHours, listHours, saveHours } from "~/availability/rules/weekly-hours.server";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import type { Db } from "~/db/open.server";
import { auditLogOf } from "../support/acts";
import { aVisit } from "../support/clinic";
import { monday, scratchApp } from "../support/scratch";
import { seedSlots, seedTherapist, seedUser } from "../support/seed";
import { staffOf } from "../support/users";
import { whileRunning } from "../support/while-running";

const tuesdayNine = Date.parse("2026-03-03T14:00:00Z");
const mornings = { id: undefined, days: [2], startTime: "09:00", endTime: "10:00", interval: 30 };
const tuesday = { fromDate: "2026-03-03", toDate: "2026-03-03", note: "", dryRun: false };

async function clinic() {
  const app = scratchApp();
  const therapist = await seedTherapist(app);
  const pattern = (over: object = {}) =>
    BulkAvailability.parse({
      therapist: therapist.name,
      fromDate: "2026-03-03",
      toDate: "2026-03-03",
      startTime: "09:00",
      endTime: "11:00",
      interval: 30,
      ...over,
    });
  const book = (start: number, over: object = {}) => aVisit(app, therapist, start, over);
  const auditEntries = async () =>
    (await auditLogOf(app, { subject: `therapist ${therapist.id}` })).map(({ action, details }) => [
      action,
      JSON.parse(details ?? "null"),
    ]);
  const batches = () => app.db.selectFrom("slot_batches").selectAll().orderBy("id").execute();
  const slots = () => app.db.selectFrom("slots").selectAll().orderBy("start_at").execute();
  return { app, therapist, pattern, book, auditEntries, batches, slots };
}

test("the audit log records a change and its undo with the user, days, and counts", async () => {
  const { app, therapist, pattern, auditEntries, batches } = await clinic();
  const { id: userId } = await seedUser(app, ["supervisor"]);
  await addSlots(app, staffOf({ userId }), pattern({ toDate: "2026-03-04" }));
  const { batch_id } = await removeSlots(app, operator, pattern());
  const one = { therapist: therapist.name, datetime: tuesdayNine + day };
  expect(await removeSlot(app, operator, one)).toEqual({ removed: 1, left_outside: [], batch_id: 3 });
  await undoBatch(app, operator, therapist, batch_id ?? 0);
  app.clock.advance(minute);
  expect(await undoBatch(app, operator, therapist, batch_id ?? 0)).toEqual({ removed: 0, restored: 0 });
  const range = { from: "2026-03-03", to: "2026-03-04" };
  expect(await auditEntries()).toEqual([
    ["availability.added", { ...range, inserted: 8, removed: 0 }],
    ["availability.removed", { ...range, to: "2026-03-03", inserted: 0, removed: 4 }],
    ["availability.removed", { start: "2026-03-04T14:00:00.000Z", removed: 1 }],
    ["availability.undone", { batch: batch_id, removed: 0, restored: 4 }],
  ]);
  expect(await batches()).toMatchObject([
    { kind: "added", user_id: userId, added: 8, removed: 0, undone_at: null },
    { kind: "removed", user_id: null, added: 0, removed: 4, undone_at: monday },
    { kind: "removed", from_date: "2026-03-04", to_date: "2026-03-04", added: 0, removed: 1 },
  ]);
});

test("adding two months of slots is one batch, and adding and undoing each create one audit entry", async () => {
  const { app, therapist, pattern, auditEntries, batches } = await clinic();
  const twoMonths = { toDate: "2026-04-30", startTime: "08:00", endTime: "17:00", interval: 15 };
  await addSlots(app, operator, pattern(twoMonths));
  await undoBatch(app, operator, therapist, 1);
  expect(await batches()).toMatchObject([{ added: 43 * 36 }]);
  expect(await auditEntries()).toEqual([
    ["availability.added", { from: "2026-03-03", to: "2026-04-30", inserted: 43 * 36, removed: 0 }],
    ["availability.undone", { batch: 1, removed: 43 * 36, restored: 0 }],
  ]);
});

test("removed slots that are now in the past are deleted when the therapist's slots change again", async () => {
  const { app, pattern } = await clinic();
  const other = await seedTherapist(app);
  for (const name of [pattern().therapist, other.name]) {
    await addSlots(app, operator, pattern({ therapist: name }));
    await removeSlots(app, operator, pattern({ therapist: name }));
  }
  app.clock.set(tuesdayNine + hour);
  await addSlots(app, operator, pattern({ fromDate: "2026-03-04", toDate: "2026-03-04" }));
  const kept = await app.db.selectFrom("slots_removed").select(["batch_id", "start_at"]).execute();
  expect(kept.filter(({ batch_id }) => batch_id === 2).map(({ start_at }) => start_at)).toEqual([
    tuesdayNine + hour,
    tuesdayNine + 90 * minute,
  ]);
  expect(kept.filter(({ batch_id }) => batch_id === 4)).toHaveLength(4);
});

test("a change that affects only past visits isn't recorded", async () => {
  const { app, therapist, pattern, book, batches, slots } = await clinic();
  await seedSlots(app, therapist, [monday - hour]);
  await book(monday - hour);
  const today = { fromDate: "2026-03-02", toDate: "2026-03-02" };
  expect(await removeSlots(app, operator, pattern(today))).toEqual({
    removed: 0,
    left_outside: [],
    batch_id: null,
  });
  expect(await slots()).toMatchObject([{ left_by: null }]);
  expect(await batches()).toEqual([]);
});

test("a visit that overlaps removed hours is outside availability; a visit next to them isn't", async () => {
  const { app, therapist, pattern, book } = await clinic();
  await addSlots(app, operator, pattern({ startTime: "08:00", endTime: "13:00" }));
  const at = (minutes: number) => tuesdayNine + minutes * minute;
  const first = await book(at(-44));
  const last = await book(at(119));
  await book(at(-44 - 45));
  await book(at(165));
  await book(at(30), { status: "cancelled" });
  const { left_outside } = await removeSlots(app, operator, pattern());
  expect(left_outside.map(({ id }) => id)).toEqual([first.id, last.id]);
  expect(left_outside.map(outsideVisitView)[0]).toMatchObject({
    id: first.id,
    datetime: "2026-03-03T13:16:00.000Z",
  });
  const outside = async () =>
    (await listOutsideVisits(app.db, therapist.id, app.clock.now())).map(({ id }) => id);
  expect(await outside()).toEqual([first.id, last.id]);
  // The times from 8:00 through 10:30 are offered again.
  await addSlots(app, operator, pattern({ startTime: "08:00", endTime: "10:59", removeExisting: false }));
  expect(await outside()).toEqual([last.id]);
  app.clock.set(last.start_at);
  expect(await outside()).toEqual([]);
});

test("slots can end when a visit starts and start when it ends", async () => {
  const { app, pattern, book, slots } = await clinic();
  await book(tuesdayNine + hour);
  const quarters = pattern({ startTime: "09:00", endTime: "11:15", interval: 15 });
  const added = await addSlots(app, operator, quarters);
  expect(added.skipped_because).toMatchObject({ booked: 5, there: 0 });
  const from = (await slots()).map(({ start_at }) => (start_at - tuesdayNine) / minute);
  expect(from).toEqual([0, 15, 105, 120]);
  expect(await addSlots(app, operator, { ...quarters, removeExisting: false })).toMatchObject({
    inserted: 0,
    skipped: 9,
    skipped_because: { booked: 5, there: 4 },
  });
});

test("the whole change is refused if the therapist's time zone changed in the meantime", async () => {
  const { app, therapist, pattern, batches, slots } = await clinic();
  const move = (trx: Db) =>
    trx.updateTable("therapists").set({ timezone: "HST" }).where("id", "=", therapist.id).execute();
  await expect(whileRunning(app, move, () => addSlots(app, operator, pattern()))).rejects.toMatchObject({
    code: "conflict",
    message: "The therapist's time zone has changed. Check the times and try again.",
  });
  expect([await batches(), await slots()]).toEqual([[], []]);
});

test("a visit stays outside availability if DST skips its re-added hour", async () => {
  const { app, therapist, pattern, book } = await clinic();
  const sunday = { fromDate: "2026-03-08", toDate: "2026-03-08", days: [0], interval: 60 };
  const early = await book(Date.parse("2026-03-08T05:30:00Z"));
  await removeSlots(app, operator, pattern({ ...sunday, startTime: "00:00", endTime: "05:00" }));
  const outside = async () => (await listOutsideVisits(app.db, therapist.id, monday)).map(({ id }) => id);
  expect(await outside()).toEqual([early.id]);
  const added = await addSlots(app, operator, pattern({ ...sunday, startTime: "01:30", endTime: "05:00" }));
  expect(added.skipped_because.clock_change).toBe(1);
  expect(await outside()).toEqual([early.id]);
  await seedSlots(app, therapist, [early.start_at + 45 * minute]);
  const later = pattern({ ...sunday, startTime: "02:00", endTime: "05:00", dryRun: true });
  expect(await removeSlots(app, operator, later)).toMatchObject({ removed: 2 });
});

test("a visit at the first or last re-added time is no longer outside availability", async () => {
  const { app, therapist, pattern, book, batches } = await clinic();
  const at = (minutes: number) => tuesdayNine + minutes * minute;
  for (const [from, to] of [
    [0, 29],
    [30, 31],
    [31, 60],
  ] as const) {
    await book(at(from), { end_at: at(to) });
  }
  // There were no slots, so the change only records the visits outside availability.
  expect(await removeSlots(app, operator, pattern())).toMatchObject({ removed: 0, batch_id: 1 });
  expect(await batches()).toHaveLength(1);
  await addSlots(app, operator, pattern({ endTime: "10:00", removeExisting: false }));
  const outside = await listOutsideVisits(app.db, therapist.id, monday);
  expect(outside.map(({ start }) => (start - tuesdayNine) / minute)).toEqual([31]);
});

test("a change can cover at most 366 days and 20,000 slots", async () => {
  const { app, pattern } = await clinic();
  const add = (over: object) => addSlots(app, operator, pattern({ dryRun: true, ...over }));
  expect(await add({ toDate: "2027-03-03", days: [2], interval: 60 })).toMatchObject({ generated: 106 });
  await expect(add({ toDate: "2027-03-04", days: [2], interval: 60 })).rejects.toMatchObject({
    fields: { toDate: ["Choose at most 366 days."] },
  });
  // 250 days with 80 slots each
  const most = { toDate: "2026-11-07", days: [0, 1, 2, 3, 4, 5, 6], startTime: "00:00", endTime: "20:00" };
  expect(await add({ ...most, interval: 15 })).toMatchObject({ generated: 20_000 });
  await expect(add({ ...most, toDate: "2026-11-08", interval: 15 })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("a refused undo shows how many slots are booked and lists up to fifty of them", async () => {
  const { app, therapist, pattern, book } = await clinic();
  const { batch_id } = await addSlots(app, operator, pattern({ interval: 60 }));
  await book(tuesdayNine + 30 * minute, { end_at: tuesdayNine + 59 * minute });
  await expect(undoBatch(app, operator, therapist, batch_id ?? 0)).rejects.toMatchObject({
    message:
      "This can't be undone because 1 of the slots is now booked. Remove the free slots in that range instead.",
    extra: { booked: ["2026-03-03T14:00:00.000Z"] },
  });
  const many = await addSlots(app, operator, pattern({ toDate: "2026-04-30", interval: 15 }));
  for (let nth = 1; nth <= 30; nth++) await book(tuesdayNine + nth * day + hour);
  const error = await undoBatch(app, operator, therapist, many.batch_id ?? 0).catch((refused) => refused);
  expect(error.extra.booked).toHaveLength(50);
});

test("an undo restores only removed slots that are still upcoming", async () => {
  const { app, therapist, pattern, slots } = await clinic();
  await addSlots(app, operator, pattern());
  const { batch_id } = await removeSlots(app, operator, pattern());
  app.clock.set(tuesdayNine + hour);
  expect(await undoBatch(app, operator, therapist, batch_id ?? 0)).toEqual({ removed: 0, restored: 1 });
  expect(await slots()).toMatchObject([{ start_at: tuesdayNine + 90 * minute, batch_id: 1 }]);
  expect(await app.db.selectFrom("slots_removed").selectAll().execute()).toEqual([]);
});

test("a therapist's days off are listed with their note until the last day has passed", async () => {
  const { app, therapist, auditEntries } = await clinic();
  const other = await seedTherapist(app);
  await addDaysOff(app, operator, therapist, { ...tuesday, toDate: "2026-03-04", note: "Training" });
  await addDaysOff(app, operator, therapist, { ...tuesday, fromDate: "2026-03-02", toDate: "2026-03-02" });
  await addDaysOff(app, operator, other, tuesday);
  const listed = async () =>
    (await listDaysOff(app.db, therapist, app.clock.now())).map(({ from_date, note }) => [from_date, note]);
  expect(await listed()).toEqual([
    ["2026-03-02", null],
    ["2026-03-03", "Training"],
  ]);
  expect(await auditEntries()).toEqual([
    ["day-off.added", { from: "2026-03-03", to: "2026-03-04", removed: 0 }],
    ["day-off.added", { from: "2026-03-02", to: "2026-03-02", removed: 0 }],
  ]);
  app.clock.set(Date.parse("2026-03-05T04:59:59Z"));
  expect(await listed()).toEqual([["2026-03-03", "Training"]]);
  app.clock.advance(1000);
  expect(await listed()).toEqual([]);
  const [otherDaysOff] = await listDaysOff(app.db, other, monday);
  await expect(removeDayOff(app, operator, therapist, otherDaysOff?.id ?? 0)).rejects.toMatchObject({
    code: "missing",
    message: "Day off not found.",
  });
});

test("time off can last up to a year and removes all free slots", async () => {
  const { app, therapist, batches, auditEntries } = await clinic();
  await seedSlots(app, therapist, [
    tuesdayNine - 9 * hour,
    tuesdayNine + 14.75 * hour,
    tuesdayNine + 15 * hour,
  ]);
  const year = { ...tuesday, toDate: "2027-03-03" };
  expect(await addDaysOff(app, operator, therapist, { ...tuesday, dryRun: true })).toMatchObject({
    removed: 2,
  });
  expect([await batches(), await auditEntries()]).toEqual([[], []]);
  expect(await addDaysOff(app, operator, therapist, tuesday)).toMatchObject({ removed: 2 });
  expect(await batches()).toMatchObject([{ kind: "day-off", removed: 2 }]);
  expect(await addDaysOff(app, operator, therapist, year)).toMatchObject({ removed: 1 });
  await expect(addDaysOff(app, operator, therapist, { ...year, toDate: "2027-03-04" })).rejects.toMatchObject(
    { code: "invalid" },
  );
});

test("a week can have at most 21 entries, and the audit log records changes to them", async () => {
  const { app, therapist, auditEntries } = await clinic();
  for (let nth = 0; nth < 21; nth++) await saveHours(app, operator, therapist, mornings);
  await expect(saveHours(app, operator, therapist, mornings)).rejects.toMatchObject({
    code: "invalid",
    fields: { days: ["A week can have at most 21 entries."] },
  });
  await saveHours(app, operator, therapist, { ...mornings, id: 1, days: [5, 1, 5] });
  expect((await listHours(app.db, therapist.id))[0]).toMatchObject({ id: 1, days: [1, 5] });
  await deleteHours(app, operator, therapist, 1);
  await deleteHours(app, operator, therapist, 1);
  const kept = { days: "1,5", start_time: "09:00", end_time: "10:00" };
  expect((await auditEntries()).slice(21)).toEqual([
    ["week.changed", { ...kept, interval: 30 }],
    ["week.changed", { dropped: kept }],
  ]);
});

test("applied weekly hours start today by default and replace other free slots", async () => {
  const { app, therapist, slots, auditEntries } = await clinic();
  await saveHours(app, operator, therapist, { ...mornings, startTime: "10:00", endTime: "11:00" });
  await saveHours(app, operator, therapist, mornings);
  await seedSlots(app, therapist, [tuesdayNine + 5 * hour, tuesdayNine + 7 * day + 5 * hour]);
  const week = { weeks: 1, removeExisting: true, dryRun: false };
  expect(await applyWeek(app, operator, therapist, week)).toMatchObject({ inserted: 4, removed: 1 });
  expect((await slots()).map(({ start_at }) => (start_at - tuesdayNine) / minute)).toEqual([
    0,
    30,
    60,
    90,
    7 * 24 * 60 + 300,
  ]);
  expect((await auditEntries()).at(-1)).toEqual([
    "week.applied",
    { from: "2026-03-02", to: "2026-03-08", inserted: 4, removed: 1 },
  ]);
});

test("times covered by a visit count as booked, regardless of the order of the weekly entries", async () => {
  const { app, therapist, book } = await clinic();
  await saveHours(app, operator, therapist, { ...mornings, startTime: "13:00", endTime: "14:00" });
  await saveHours(app, operator, therapist, mornings);
  await book(tuesdayNine + 30 * minute);
  await book(tuesdayNine + 4 * hour);
  const week = { fromDate: "2026-03-03", weeks: 1, removeExisting: false, dryRun: true };
  expect(await applyWeek(app, operator, therapist, week)).toMatchObject({
    inserted: 0,
    skipped_because: { booked: 4 },
  });
});
