import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { rangeOf } from "~/dashboard/date-range";
import { listCalendarVisits } from "~/dashboard/list-calendar-visits.server";
import { stepOfStatus } from "~/dashboard/visit-views";
import { scratchApp } from "../support/scratch";
import { seedClinic, seedOrder, seedTherapist, seedVisit } from "../support/seed";

async function calendar() {
  const app = scratchApp();
  const { therapist, order } = await seedClinic(app);
  const other = await seedTherapist(app, { name: "Ann 100%_Sure", region: "TN", timezone: "CST" });
  const second = await seedOrder(app, { patient_name: "Zoë Quill" });
  const now = app.clock.now();
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: now + day });
  await seedVisit(app, {
    order_id: second.id,
    therapist_id: other.id,
    start_at: now + 2 * day,
    status: "confirmed",
  });
  const range = { start: now, end: now + 30 * day };
  return { app, therapist, order, other, second, range };
}

test("a date range contains the visits that start in it", async () => {
  const { app, range } = await calendar();
  expect(await listCalendarVisits(app.reads, range)).toHaveLength(2);
  expect(await listCalendarVisits(app.reads, { ...range, start: range.start + day + hour })).toHaveLength(1);
});

test("each filter narrows by its field", async () => {
  const { app, range, other, therapist } = await calendar();
  const names = async (filter: object) =>
    (await listCalendarVisits(app.reads, { ...range, ...filter })).map((visit) => visit.therapist);
  expect(await names({ therapist: other.name })).toEqual([other.name]);
  expect(await names({ region: "TN" })).toEqual([other.name]);
  expect(await names({ status: "submitted" })).toEqual([therapist.name]);
  expect(await names({ company: "QHMS" })).toHaveLength(2);
  expect(await names({ company: "Unknown Inc" })).toEqual([]);
});

test("a search treats % and _ as text and finds names, databases, and patients", async () => {
  const { app, range, other, second } = await calendar();
  const found = async (search: string) =>
    (await listCalendarVisits(app.reads, { ...range, search })).map((visit) => visit.patient_id);
  expect(await found("100%_")).toEqual([second.patient_id]);
  expect(await found("%")).toEqual([second.patient_id]);
  expect(await found("a_n")).toEqual([]);
  expect(await found(String(second.patient_id))).toEqual([second.patient_id]);
  expect(await found("quill")).toEqual([second.patient_id]);
  expect(await found(other.name.toLowerCase())).toEqual([second.patient_id]);
});

test.each([
  ["confirmed", 7],
  ["Scheduled", 7],
  ["submitted", 6],
  ["completed", 0],
  ["no show", 0],
])("status %s maps to step %i", (status, step) => {
  expect(stepOfStatus(status)).toBe(step);
});

test("the default range is the current month; a range that is reversed or too long is refused", () => {
  const now = Date.parse("2026-12-15T10:00:00Z");
  expect(rangeOf({}, now)).toEqual({ start: Date.parse("2026-12-01"), end: Date.parse("2027-01-01") });
  expect(() => rangeOf({ start: now, end: now - 1 }, now)).toThrow(
    "The end date must be after the start date.",
  );
  expect(() => rangeOf({ start: now, end: now + 404 * day }, now)).toThrow(
    "The range can't be longer than 13 months.",
  );
  expect(() => rangeOf({ end: now + 500 * day }, now)).toThrow("The range can't be longer than 13 months.");
});
