import { expect, test } from "vitest";
import { BulkAvailability } from "~/availability/availability-schema";
import { addSlots, removeSlot, removeSlots } from "~/availability/changes/change-slots.server";
import { Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import { operator } from "~/core/who";
import { auditLogOf } from "../support/acts";
import { scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";

// The test clock is set to Monday, March 2, 2026, 10:00 in New York.
async function week(over: Record<string, unknown> = {}) {
  const app = scratchApp();
  const therapist = await seedTherapist(app);
  const input = BulkAvailability.parse({
    therapist: therapist.name,
    fromDate: "2026-03-03",
    toDate: "2026-03-06",
    startTime: "09:00",
    endTime: "11:00",
    interval: 30,
    ...over,
  });
  const slots = () =>
    app.db.selectFrom("slots").select("start_at").where("therapist_id", "=", therapist.id).execute();
  return { app, therapist, input, slots };
}

const tuesdayNine = Date.parse("2026-03-03T14:00:00Z");

test("adding the same pattern again skips the existing slots", async () => {
  const { app, input, slots } = await week({ removeExisting: false });
  expect(await addSlots(app, operator, input)).toMatchObject({
    generated: 16,
    inserted: 16,
    skipped: 0,
    removed: 0,
  });
  expect(await addSlots(app, operator, input)).toMatchObject({
    generated: 16,
    inserted: 0,
    skipped: 16,
    skipped_because: { there: 16 },
  });
  expect(await slots()).toHaveLength(16);
});

test("replacing existing slots clears the chosen weekdays completely", async () => {
  const { app, therapist, input, slots } = await week();
  await seedSlots(app, therapist, [tuesdayNine + 7 * 60 * minute, tuesdayNine + 5 * 24 * 60 * minute]);
  expect(await addSlots(app, operator, input)).toMatchObject({ inserted: 16, removed: 1 });
  expect(await slots()).toHaveLength(17);
});

test("a slot that overlaps a visit is neither added nor removed", async () => {
  const { app, therapist, input, slots } = await week();
  await seedSlots(app, therapist, [tuesdayNine]);
  const order = await seedOrder(app);
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: tuesdayNine });
  // The visit ends at 9:45, so the slots at 9:00 and 9:30 overlap it.
  expect(await addSlots(app, operator, input)).toMatchObject({
    inserted: 14,
    skipped: 2,
    removed: 0,
    skipped_because: { booked: 2 },
  });
  expect(await removeSlots(app, operator, input)).toMatchObject({ removed: 14 });
  expect((await slots()).map((slot) => slot.start_at)).toEqual([tuesdayNine]);
});

test("past times are skipped", async () => {
  const { app, input } = await week({ fromDate: "2026-03-02", toDate: "2026-03-02" });
  expect(await addSlots(app, operator, input)).toMatchObject({
    generated: 4,
    inserted: 1,
    skipped_because: { past: 3 },
  });
});

test("a slot at the start time is removed, and a slot at the end time is kept", async () => {
  const { app, therapist, input, slots } = await week();
  await seedSlots(app, therapist, [
    tuesdayNine - minute,
    tuesdayNine,
    tuesdayNine + 7 * minute,
    tuesdayNine + 120 * minute,
  ]);
  expect(await removeSlots(app, operator, input)).toMatchObject({ removed: 2 });
  expect((await slots()).map((slot) => slot.start_at)).toEqual([
    tuesdayNine - minute,
    tuesdayNine + 120 * minute,
  ]);
});

test("a dry run counts slots and saves nothing", async () => {
  const { app, therapist, input, slots } = await week({ dryRun: true });
  await seedSlots(app, therapist, [tuesdayNine]);
  expect(await addSlots(app, operator, input)).toMatchObject({ inserted: 16, removed: 1 });
  expect(await slots()).toHaveLength(1);
  expect(await auditLogOf(app)).toEqual([]);
});

test("a slot is removed by its time; removing it again returns a not-found error", async () => {
  const { app, therapist } = await week();
  await seedSlots(app, therapist, [tuesdayNine]);
  const input = { therapist: therapist.name, datetime: tuesdayNine };
  expect(await removeSlot(app, operator, input)).toMatchObject({ removed: 1 });
  await expect(removeSlot(app, operator, input)).rejects.toMatchObject({ code: "missing" });
});

test.each([
  ["more than 366 days", { toDate: "2027-06-01" }, "Choose at most 366 days."],
  [
    "more than 20,000 starts",
    { toDate: "2027-02-28", startTime: "00:00", endTime: "23:59", interval: 15, days: [0, 1, 2, 3, 4, 5, 6] },
    "This would create more than 20,000 slots. Choose a shorter range or a longer interval.",
  ],
])("%s in one change are refused", async (_, over, sentence) => {
  const { app, input } = await week(over);
  const error = await addSlots(app, operator, input).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({ code: "invalid", message: sentence });
});

test("the form has the defaults from part 2 of the specification", () => {
  const parsed = BulkAvailability.parse({ therapist: "T", fromDate: "2026-03-03", toDate: "2026-03-03" });
  expect(parsed).toMatchObject({
    startTime: "08:00",
    endTime: "17:00",
    interval: 15,
    days: [1, 2, 3, 4, 5],
    removeExisting: true,
  });
});

test.each([
  [{ fromDate: "" }, "Pick date range"],
  [{ days: [] }, "Pick at least one weekday"],
  [{ interval: 20 }, "Choose 15, 30, 45 or 60 minutes."],
  [{ fromDate: "2026-03-31", toDate: "2026-03-01" }, "The last day can't be before the first day."],
  [{ startTime: "17:00", endTime: "08:00" }, "The end time must be after the start time."],
])("%o is refused, and the error explains the reason", (over, sentence) => {
  const parsed = BulkAvailability.safeParse({
    therapist: "T",
    fromDate: "2026-03-03",
    toDate: "2026-03-04",
    ...over,
  });
  expect(parsed.error?.issues.map((issue) => issue.message)).toContain(sentence);
});
