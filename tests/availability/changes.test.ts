import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { BulkAvailability } from "~/availability/availability-schema";
import { addSlots, removeSlot, removeSlots } from "~/availability/changes/change-slots.server";
import { undoBatch } from "~/availability/changes/undo-batch.server";
import { listOutsideVisits } from "~/availability/changes/visits-outside-hours.server";
import { applyWeek } from "~/availability/rules/apply-week.server";
import { addDaysOff, listDaysOff, removeDayOff } from "~/availability/rules/days-off.server";
import { deleteHours, listHours, saveHours } from "~/availability/rules/weekly-hours.server";
import { listSlots } from "~/availability/slots.server";
import { day, hour, localDate, minute } from "~/core/time";
import { operator } from "~/core/who";
import { changeTherapistSettings } from "~/therapists/settings/change-therapist-settings.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { moveVisit } from "~/visits/move-visit.server";
import { aVisit } from "../support/clinic";
import { scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";

// The test clock is set to Monday, March 2, 2026, 10:00 in New York.
const tuesdayNine = Date.parse("2026-03-03T14:00:00Z");

async function clinic(fields: Parameters<typeof seedTherapist>[1] = {}) {
  const app = scratchApp();
  const therapist = await seedTherapist(app, fields);
  const pattern = (over: Record<string, unknown> = {}) =>
    BulkAvailability.parse({
      therapist: therapist.name,
      fromDate: "2026-03-03",
      toDate: "2026-03-06",
      startTime: "09:00",
      endTime: "11:00",
      interval: 30,
      ...over,
    });
  const slots = () => listSlots(app.db, { therapistId: therapist.id });
  const book = (start = tuesdayNine) => aVisit(app, therapist, start);
  const outside = () => listOutsideVisits(app.reads, therapist.id, app.clock.now());
  return { app, therapist, pattern, slots, book, outside };
}

test("if adding a year of slots fails halfway, nothing changes and the year can be added again", async () => {
  const { app, pattern, slots } = await clinic();
  await addSlots(app, operator, pattern({ startTime: "08:00", endTime: "09:00" }));
  const before = await slots();
  const year = { toDate: "2026-12-31", startTime: "09:00", endTime: "17:00", interval: 15 };
  await sql`create trigger full before insert on slots when new.local_date >= '2026-11-01'
    begin select raise(abort, 'no room'); end`.execute(app.db);
  await expect(addSlots(app, operator, pattern(year))).rejects.toThrow("no room");
  expect(await slots()).toEqual(before);
  await sql`drop trigger full`.execute(app.db);
  expect(await addSlots(app, operator, pattern(year))).toMatchObject({ inserted: 218 * 32, removed: 8 });
});

test("a year of slots becomes visible at the same moment, and pages are still served while it is being saved", async () => {
  const { app, pattern } = await clinic();
  const year = { toDate: "2026-12-31", startTime: "09:00", endTime: "17:00", interval: 15 };
  let isOver = false;
  const made = addSlots(app, operator, pattern(year)).finally(() => {
    isOver = true;
  });
  const seen = new Set<number>();
  let served = 0;
  for (; !isOver; served++) {
    seen.add((await app.reads.selectFrom("slots").select("start_at").execute()).length);
    await nextTurn();
  }
  const { inserted } = await made;
  expect([...seen].filter((count) => count !== 0 && count !== inserted)).toEqual([]);
  expect(served).toBeGreaterThan(2);
});

test("adding the same year again doesn't create duplicate slots", async () => {
  const { app, pattern, slots } = await clinic();
  const year = { toDate: "2026-12-31", startTime: "09:00", endTime: "17:00", interval: 15 };
  await addSlots(app, operator, pattern(year));
  const before = await slots();
  expect(await addSlots(app, operator, pattern(year))).toMatchObject({
    inserted: 218 * 32,
    removed: 218 * 32,
  });
  expect(await slots()).toEqual(before);
});

test("an undo that fails halfway leaves the calendar unchanged and can be tried again", async () => {
  const { app, therapist, pattern, slots } = await clinic();
  const year = { toDate: "2026-12-31", startTime: "09:00", endTime: "17:00", interval: 15 };
  await addSlots(app, operator, pattern(year));
  const before = await slots();
  const { batch_id } = await addSlots(app, operator, pattern({ ...year, interval: 30 }));
  const after = await slots();
  await sql`create trigger full before insert on slots when new.local_date >= '2026-11-01'
    begin select raise(abort, 'no room'); end`.execute(app.db);
  await expect(undoBatch(app, operator, therapist, batch_id ?? 0)).rejects.toThrow("no room");
  expect(await slots()).toEqual(after);
  await sql`drop trigger full`.execute(app.db);
  const undone = await undoBatch(app, operator, therapist, batch_id ?? 0);
  expect(undone).toEqual({ removed: 218 * 16, restored: 218 * 32 });
  expect(await slots()).toEqual(before);
});

test("slots restored by an undo are assigned to days in the therapist's current time zone", async () => {
  const { app, therapist, pattern } = await clinic();
  const nights = { toDate: "2026-12-31", startTime: "22:00", endTime: "23:45", interval: 15 };
  await addSlots(app, operator, pattern(nights));
  const { batch_id } = await removeSlots(app, operator, pattern(nights));
  await changeTherapistSettings(app, operator, { id: therapist.id, timezone: "America/Puerto_Rico" });
  await undoBatch(app, operator, therapist, batch_id ?? 0);
  const slots = await app.db.selectFrom("slots").select(["start_at", "local_date"]).execute();
  expect(slots).toHaveLength(218 * 7);
  for (const { start_at, local_date } of slots) {
    expect(local_date).toBe(localDate(start_at, "America/Puerto_Rico"));
  }
});

test("changing the time zone doesn't close slots on days without visits", async () => {
  const app = scratchApp();
  const therapist = await seedTherapist(app, { timezone: "Pacific/Guam", daily_capacity: 1 });
  const start = Date.parse("2026-03-04T22:00:00Z");
  const slot = start + 29 * hour;
  await seedSlots(app, therapist, [slot]);
  const { id: order_id } = await seedOrder(app);
  const local_date = localDate(start, "Pacific/Guam");
  await seedVisit(app, { order_id, therapist_id: therapist.id, start_at: start, local_date });
  const openSlots = () => app.db.selectFrom("open_slots").select("start_at").execute();
  expect(await openSlots(), "open slots on the next day in Guam").toEqual([{ start_at: slot }]);
  await changeTherapistSettings(app, operator, { id: therapist.id, timezone: "America/New_York" });
  expect(await openSlots(), "open slots on the next day in New York").toEqual([{ start_at: slot }]);
});

test("undoing added slots restores the slots they replaced", async () => {
  const { app, therapist, pattern, slots } = await clinic();
  await addSlots(app, operator, pattern());
  const before = await slots();
  const { batch_id, removed } = await addSlots(
    app,
    operator,
    pattern({ startTime: "13:00", endTime: "15:00" }),
  );
  expect(removed).toBe(16);
  expect(await undoBatch(app, operator, therapist, batch_id ?? 0)).toEqual({ removed: 16, restored: 16 });
  expect(await slots()).toEqual(before);
  expect(await undoBatch(app, operator, therapist, batch_id ?? 0)).toEqual({ removed: 0, restored: 0 });
});

test("a change can't be undone once one of its slots is booked", async () => {
  const { app, therapist, pattern, slots, book } = await clinic();
  const { batch_id } = await addSlots(app, operator, pattern());
  await book();
  const undone = undoBatch(app, operator, therapist, batch_id ?? 0);
  await expect(undone).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("2 of the slots are now booked"),
  });
  expect(await slots()).toHaveLength(16);
});

test("another therapist's change is not found", async () => {
  const { app, pattern } = await clinic();
  const { batch_id } = await addSlots(app, operator, pattern());
  const other = await seedTherapist(app);
  await expect(undoBatch(app, operator, other, batch_id ?? 0)).rejects.toMatchObject({ code: "missing" });
});

test("undoing a later change doesn't bring back slots from a change that was already undone", async () => {
  const { app, therapist, pattern, slots } = await clinic();
  const first = await addSlots(app, operator, pattern());
  const second = await removeSlots(app, operator, pattern());
  await undoBatch(app, operator, therapist, first.batch_id ?? 0);
  expect(await undoBatch(app, operator, therapist, second.batch_id ?? 0)).toEqual({
    removed: 0,
    restored: 0,
  });
  expect(await slots()).toEqual([]);
});

test("a change that does nothing can't be undone", async () => {
  const { app, pattern } = await clinic();
  expect(await removeSlots(app, operator, pattern())).toMatchObject({ removed: 0, batch_id: null });
  expect(await addSlots(app, operator, pattern({ dryRun: true }))).toMatchObject({ batch_id: null });
  expect(await app.db.selectFrom("slot_batches").select("id").execute()).toEqual([]);
});

test("a removed slot can be restored even if it is booked", async () => {
  const { app, therapist, pattern, slots, book } = await clinic();
  await addSlots(app, operator, pattern());
  await book();
  const input = { therapist: therapist.name, datetime: tuesdayNine };
  const { batch_id } = await removeSlot(app, operator, input);
  expect(await slots()).not.toContain(tuesdayNine);
  await undoBatch(app, operator, therapist, batch_id ?? 0);
  expect(await slots()).toContain(tuesdayNine);
});

test("a visit whose slots were removed is listed until its time is offered again or it is moved", async () => {
  const { app, pattern, book, outside } = await clinic();
  await addSlots(app, operator, pattern());
  const visit = await book();
  const named = [{ id: visit.id, start: tuesdayNine }];
  expect((await removeSlots(app, operator, pattern({ dryRun: true }))).left_outside).toMatchObject(named);
  expect(await outside()).toEqual([]);
  expect((await removeSlots(app, operator, pattern())).left_outside).toMatchObject(named);
  expect(await outside()).toMatchObject(named);
  await addSlots(app, operator, pattern());
  expect(await outside()).toEqual([]);
  await removeSlots(app, operator, pattern());
  await moveVisit(app, operator, { id: visit.id, datetime: tuesdayNine + day });
  expect(await outside()).toEqual([]);
});

test("when a pattern replaces another one, visits outside the new pattern are listed", async () => {
  const { app, pattern, book } = await clinic();
  await addSlots(app, operator, pattern());
  const visit = await book();
  const changed = await addSlots(app, operator, pattern({ startTime: "13:00", endTime: "15:00" }));
  expect(changed.left_outside).toMatchObject([{ id: visit.id }]);
  expect((await addSlots(app, operator, pattern())).left_outside).toEqual([]);
});

test("a removed slot that has a visit disappears when the visit is canceled", async () => {
  const { app, pattern, book, slots } = await clinic();
  await addSlots(app, operator, pattern());
  const visit = await book();
  await removeSlots(app, operator, pattern());
  expect(await slots()).toEqual([tuesdayNine, tuesdayNine + 30 * minute]);
  await cancelVisit(app, operator, visit.id, null);
  expect(await slots()).toEqual([]);
});

test("a slot that is offered again stays when its visit is canceled", async () => {
  const { app, pattern, book, slots } = await clinic();
  await addSlots(app, operator, pattern());
  const visit = await book();
  await removeSlots(app, operator, pattern());
  await addSlots(app, operator, pattern());
  await cancelVisit(app, operator, visit.id, null);
  expect(await slots()).toHaveLength(16);
});

test("a day off removes free slots, lists booked visits, and blocks new slots", async () => {
  const { app, therapist, pattern, slots, book } = await clinic();
  await addSlots(app, operator, pattern());
  const visit = await book();
  const input = { fromDate: "2026-03-03", toDate: "2026-03-04", note: "", dryRun: false };
  const counted = await addDaysOff(app, operator, therapist, { ...input, dryRun: true });
  expect(counted).toMatchObject({ removed: 6, left_outside: [{ id: visit.id }] });
  expect(await slots()).toHaveLength(16);
  expect(await addDaysOff(app, operator, therapist, input)).toEqual({
    ...counted,
    batch_id: expect.any(Number),
  });
  expect(await slots()).toHaveLength(10);
  expect(await addSlots(app, operator, pattern())).toMatchObject({
    inserted: 8,
    skipped_because: { day_off: 8 },
  });
});

test("removing a day off restores its slots", async () => {
  const { app, therapist, pattern, slots } = await clinic();
  await addSlots(app, operator, pattern());
  const input = { fromDate: "2026-03-03", toDate: "2026-03-04", note: "Training", dryRun: false };
  await addDaysOff(app, operator, therapist, input);
  const [off] = await listDaysOff(app.reads, therapist, app.clock.now());
  expect(off).toMatchObject({ from_date: "2026-03-03", to_date: "2026-03-04", note: "Training" });
  expect(await removeDayOff(app, operator, therapist, off?.id ?? 0)).toEqual({ removed: 0, restored: 8 });
  expect(await slots()).toHaveLength(16);
  expect(await listDaysOff(app.reads, therapist, app.clock.now())).toEqual([]);
});

test("undoing another change doesn't add slots on days off", async () => {
  const { app, therapist, pattern, slots } = await clinic();
  await addSlots(app, operator, pattern());
  const { batch_id } = await removeSlots(app, operator, pattern());
  await addDaysOff(app, operator, therapist, {
    fromDate: "2026-03-03",
    toDate: "2026-03-03",
    note: "",
    dryRun: false,
  });
  expect(await undoBatch(app, operator, therapist, batch_id ?? 0)).toEqual({ removed: 0, restored: 12 });
  expect(await slots()).toHaveLength(12);
});

test.each([
  [{ fromDate: "2026-03-03", toDate: "2027-06-01" }, "Choose at most 366 days."],
  [{ fromDate: "2026-02-01", toDate: "2026-02-02" }, "These days are in the past. Choose upcoming days."],
])("days off %o are refused", async (over, message) => {
  const { app, therapist } = await clinic();
  const input = { ...over, note: "", dryRun: false };
  await expect(addDaysOff(app, operator, therapist, input)).rejects.toMatchObject({
    code: "invalid",
    message,
  });
});

const mornings = { id: undefined, days: [1, 2], startTime: "09:00", endTime: "10:00", interval: 30 };

test("a saved week can be applied repeatedly without creating duplicate slots", async () => {
  const { app, therapist, slots } = await clinic();
  await saveHours(app, operator, therapist, mornings);
  await saveHours(app, operator, therapist, { ...mornings, days: [2], startTime: "09:30", endTime: "11:00" });
  const weeks = { fromDate: "2026-03-03", weeks: 2, removeExisting: true, dryRun: false };
  // Two Tuesdays and two Mondays. Tuesday 9:30 is in both entries and is added once.
  const applied = await applyWeek(app, operator, therapist, weeks);
  expect(applied).toMatchObject({ generated: 12, inserted: 12, removed: 0 });
  expect(await applyWeek(app, operator, therapist, weeks)).toMatchObject({ inserted: 12, removed: 12 });
  const again = await applyWeek(app, operator, therapist, { ...weeks, removeExisting: false });
  expect(again).toMatchObject({ inserted: 0, batch_id: null, skipped_because: { there: 12 } });
  expect(await slots()).toHaveLength(12);
});

test("applying weekly hours skips days off", async () => {
  const { app, therapist } = await clinic();
  await saveHours(app, operator, therapist, mornings);
  await addDaysOff(app, operator, therapist, {
    fromDate: "2026-03-09",
    toDate: "2026-03-09",
    note: "",
    dryRun: false,
  });
  const weeks = { fromDate: "2026-03-03", weeks: 1, removeExisting: true, dryRun: true };
  expect(await applyWeek(app, operator, therapist, weeks)).toMatchObject({
    inserted: 2,
    skipped_because: { day_off: 2 },
  });
});

test.each([
  ["EST", "2026-03-08"],
  ["CST", "2026-03-08"],
  ["MST", "2026-03-08"],
  ["PST", "2026-03-08"],
  ["AKST", "2026-03-08"],
])("a week in %s skips the missing hour and includes the repeated hour once", async (timezone, spring) => {
  const { app, therapist, slots } = await clinic({ timezone });
  await saveHours(app, operator, therapist, {
    ...mornings,
    days: [0],
    startTime: "01:00",
    endTime: "04:00",
  });
  const weeks = { weeks: 1, removeExisting: true, dryRun: false };
  expect(await applyWeek(app, operator, therapist, { ...weeks, fromDate: spring })).toMatchObject({
    generated: 6,
    inserted: 4,
    skipped_because: { clock_change: 2 },
  });
  const before = await slots();
  expect(await applyWeek(app, operator, therapist, { ...weeks, fromDate: "2026-11-01" })).toMatchObject({
    generated: 6,
    inserted: 6,
  });
  const autumn = (await slots()).slice(before.length);
  // The first 1:30 is 90 minutes before 2:00.
  expect(autumn.map((at, index) => at - (autumn[index - 1] ?? at))).toEqual(
    [0, 30, 90, 30, 30, 30].map((minutes) => minutes * minute),
  );
});

test("slots in Honolulu have no DST changes", async () => {
  const { app, therapist } = await clinic({ timezone: "HST" });
  await saveHours(app, operator, therapist, { ...mornings, days: [0], startTime: "01:00", endTime: "04:00" });
  const weeks = { weeks: 1, removeExisting: true, dryRun: false, fromDate: "2026-03-08" };
  expect(await applyWeek(app, operator, therapist, weeks)).toMatchObject({ inserted: 6, skipped: 0 });
});

test("weekly hours can't be changed or removed through another therapist", async () => {
  const { app, therapist } = await clinic();
  const other = await seedTherapist(app);
  await saveHours(app, operator, therapist, mornings);
  const [hours] = await listHours(app.reads, therapist.id);
  const id = hours?.id ?? 0;
  await expect(saveHours(app, operator, other, { ...mornings, id })).rejects.toMatchObject({
    code: "missing",
  });
  await deleteHours(app, operator, other, id);
  await saveHours(app, operator, therapist, { ...mornings, id, endTime: "12:00" });
  expect(await listHours(app.reads, therapist.id)).toEqual([{ ...mornings, id, endTime: "12:00" }]);
  await deleteHours(app, operator, therapist, id);
  expect(await listHours(app.reads, therapist.id)).toEqual([]);
});

test("an empty week can't be applied", async () => {
  const { app, therapist } = await clinic();
  const weeks = { fromDate: undefined, weeks: 4, removeExisting: true, dryRun: false };
  await expect(applyWeek(app, operator, therapist, weeks)).rejects.toMatchObject({ code: "invalid" });
});
