import { expect, test } from "vitest";
import { BulkAvailability } from "~/availability/availability-schema";
import { addSlots, removeSlots } from "~/availability/changes/change-slots.server";
import { listOutsideVisits } from "~/availability/changes/visits-outside-hours.server";
import { listSlots } from "~/availability/slots.server";
import { hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { aVisit } from "../support/clinic";
import { scratchApp } from "../support/scratch";
import { seedTherapist } from "../support/seed";

// 9 AM in New York on the day after the test clock's Monday.
const nine = Date.parse("2026-03-03T14:00:00Z");

async function clinic() {
  const app = scratchApp();
  const therapist = await seedTherapist(app);
  const hours = (startTime: string, endTime: string) =>
    BulkAvailability.parse({
      therapist: therapist.name,
      fromDate: "2026-03-03",
      toDate: "2026-03-03",
      startTime,
      endTime,
      removeExisting: false,
      wholeVisits: true,
    });
  const starts = async () =>
    (await listSlots(app.db, { therapistId: therapist.id })).map((start) => (start - nine) / minute);
  return { app, therapist, hours, starts };
}

test("hours of whole visits get only slots whose visits end within them", async () => {
  const { app, hours, starts } = await clinic();
  expect(await addSlots(app, operator, hours("09:00", "11:00"))).toMatchObject({ generated: 6 });
  expect(await starts()).toEqual([0, 15, 30, 45, 60, 75]);
});

test("hours shorter than a visit get one slot", async () => {
  const { app, hours, starts } = await clinic();
  await addSlots(app, operator, hours("09:00", "09:30"));
  expect(await starts()).toEqual([0]);
});

test("removing hours of whole visits removes the slots whose visits would overlap them, and no visit before them", async () => {
  const { app, therapist, hours, starts } = await clinic();
  await aVisit(app, therapist, nine - 45 * minute + 5 * minute);
  await addSlots(app, operator, hours("09:05", "12:00"));
  const before = (await starts()).length;
  const { removed, left_outside } = await removeSlots(app, operator, hours("10:00", "11:00"));
  expect(await starts()).toEqual([5, 125]);
  expect([removed, left_outside]).toEqual([before - 2, []]);
  await removeSlots(app, operator, hours("09:05", "09:30"));
  expect(await starts()).toEqual([125]);
  expect(await listOutsideVisits(app.reads, therapist.id, nine - hour)).toEqual([]);
});
