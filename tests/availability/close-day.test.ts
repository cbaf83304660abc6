import { expect, test } from "vitest";
import { listOpenings } from "~/availability/list-openings.server";
import { applyWeek } from "~/availability/rules/apply-week.server";
import { closeDay, findDay, reopenDay } from "~/availability/rules/close-or-reopen-day.server";
import { addDaysOff } from "~/availability/rules/days-off.server";
import { saveHours } from "~/availability/rules/weekly-hours.server";
import type { Refusal } from "~/core/refusal";
import { hour, localDate, minute } from "~/core/time";
import { operator } from "~/core/who";
import { findTherapist } from "~/therapists/therapists.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { moveMyVisit } from "~/visits/move-visit.server";
import { bookAsStaff } from "~/visits/new-appointment/book-as-staff.server";
import { NewAppointmentForm } from "~/visits/new-appointment/new-appointment-schema";
import { aClinic, aVisit, bookerOf } from "../support/clinic";
import { seedSlots } from "../support/seed";
import { patientOf } from "../support/users";
import { whileRunning } from "../support/while-running";

/** A therapist with six open times tomorrow, the first at 9:00. */
async function clinic() {
  const clinic = await aClinic({ PATIENT_CHANGE_HOURS: "1" });
  const { app, therapist, starts } = clinic;
  const nine = starts[0] ?? 0;
  const date = localDate(nine, "America/New_York");
  const close = () =>
    app.db.transaction().execute((trx) => closeDay({ trx, app, who: operator }, therapist, date));
  const reopen = () => reopenDay(app, operator, therapist, date);
  const state = () => findDay(app.db, therapist, date, app.clock.now());
  const open = async (exceptVisit?: number) =>
    (
      await listOpenings(app.db, app.config, {
        now: app.clock.now(),
        date,
        therapistId: therapist.id,
        exceptVisit,
      })
    ).map(({ start }) => start);
  return { ...clinic, nine, date, close, reopen, state, open };
}

const messageOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "not refused",
    (error: unknown) => (error as Refusal).message,
  );

test("closing a day removes its open times and reopening restores them", async () => {
  const { app, close, reopen, state, open, date, starts } = await clinic();
  expect(await state()).toEqual({ open: 6, off: null });
  expect(await close()).toBe(6);
  expect(await state()).toEqual({ open: 0, off: { from_date: date, to_date: date } });
  expect([await close(), await open()]).toEqual([0, []]);
  expect(await reopen()).toBe(6);
  expect(await open()).toEqual(starts.slice(0, 6));
  expect(await reopen()).toBe(0);
  const actions = await app.db.selectFrom("audit_log").select("action").orderBy("id").execute();
  expect(actions.map(({ action }) => action)).toEqual(["day-off.added", "availability.undone"]);
});

test("applying weekly hours doesn't add times to a closed day", async () => {
  const { app, therapist, close, open } = await clinic();
  await close();
  const hours = { days: [0, 1, 2, 3, 4, 5, 6], startTime: "08:00", endTime: "17:00", interval: 30 };
  await saveHours(app, operator, therapist, { id: undefined, ...hours });
  const applied = await applyWeek(app, operator, therapist, {
    weeks: 1,
    removeExisting: true,
    dryRun: false,
  });
  expect(applied.inserted).toBeGreaterThan(0);
  expect(await open()).toEqual([]);
});

test("a patient can't book on a closed day, even if the day is closed while they are booking", async () => {
  const setup = await clinic();
  const { app, therapist, date, nine } = setup;
  const book = bookerOf(setup, nine);
  const refusal = whileRunning(
    app,
    (trx) => closeDay({ trx, app, who: operator }, therapist, date),
    () => messageOf(book()),
  );
  expect(await refusal).toBe("That time isn't available. Please choose one from the list.");
  expect(await messageOf(book())).toBe("That time isn't available. Please choose one from the list.");
  expect(await app.db.selectFrom("visits").select("id").execute()).toEqual([]);
});

test("a visit on a closed day stays, and the patient can't move it to another time that day", async () => {
  const { app, therapist, order, nine, close, open } = await clinic();
  await seedSlots(app, therapist, [nine + 15 * minute]);
  const visit = await aVisit(app, therapist, nine, { order_id: order.id });
  await close();
  expect(await open(visit.id)).toEqual([]);
  const moved = messageOf(moveMyVisit(app, patientOf(order.id), { datetime: nine + 15 * minute }));
  expect(await moved).toBe("That time was just taken. Please choose another.");
});

test("when a closed day reopens, the times of canceled visits are open again", async () => {
  const { app, therapist, nine, close, reopen, open } = await clinic();
  const visit = await aVisit(app, therapist, nine + hour);
  await close();
  await cancelVisit(app, operator, visit.id, null);
  expect(await open()).toEqual([]);
  expect(await reopen()).toBe(6);
  expect(await open()).toContain(nine + hour);
});

test("when a closed day reopens, past times and times booked by staff stay closed", async () => {
  const { app, therapist, nine, close, reopen, open } = await clinic();
  await close();
  await aVisit(app, therapist, nine + 2 * hour);
  app.clock.set(nine + 10 * minute);
  expect(await reopen()).toBe(2);
  app.clock.set(nine - 3 * hour);
  expect(await open()).toEqual([nine + 30 * minute, nine + hour]);
});

test("a day that was closed twice can be completely reopened", async () => {
  const { app, therapist, date, close, reopen, open } = await clinic();
  await close();
  const again = { fromDate: date, toDate: date, note: "", dryRun: false };
  await addDaysOff(app, operator, await findTherapist(app.db, therapist.id), again);
  expect(await reopen()).toBe(6);
  expect(await open()).toHaveLength(6);
});

test("a single day of a longer absence can't be reopened on its own", async () => {
  const { app, therapist, date, reopen, state } = await clinic();
  await addDaysOff(app, operator, therapist, {
    fromDate: date,
    toDate: "2026-03-09",
    note: "",
    dryRun: false,
  });
  expect(await messageOf(reopen())).toBe("This day is part of a longer absence. Change it under Days off.");
  expect((await state()).off).toEqual({ from_date: date, to_date: "2026-03-09" });
});

test("staff who book on a closed day are warned first", async () => {
  const { app, therapist, order, date, close } = await clinic();
  await close();
  const form = { order: order.id, therapist: therapist.id, date, slot: "other", time: "09:00" };
  const input = NewAppointmentForm.parse({ ...form, status: "submitted", visit_type: "Setup" });
  expect(await messageOf(bookAsStaff(app, operator, input))).toContain(`${therapist.name} is off on `);
  expect(await bookAsStaff(app, operator, { ...input, accept: true })).toMatchObject({ status: "submitted" });
});
