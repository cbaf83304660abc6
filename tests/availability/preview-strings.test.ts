import { expect, test } from "vitest";
import { type AvailabilityFlash, flashFrom, flashText } from "~/availability/changes/change-flash";
import { willAdd, willBlockDays, willRemove } from "~/availability/changes/preview-strings";
import { returnPath } from "~/core/allowed-return-path";

const visit = { id: 1, start: 0, patient_id: 1 };
const because = { clock_change: 0, past: 0, day_off: 0, booked: 0, there: 0 };
const counted = { inserted: 312, skipped: 0, skipped_because: because, removed: 0, left_outside: [] };

test("a preview shows the added, skipped, and removed slots", () => {
  expect(willAdd(counted)).toEqual(["Will add 312."]);
  const skipped_because = { clock_change: 2, past: 1, day_off: 3, booked: 1200, there: 4 };
  expect(willAdd({ ...counted, inserted: 1312, skipped: 1210, skipped_because })).toEqual([
    "Will add 1,312 and skip 1,210: 2 that don't exist because clocks change, 1 in the past, 3 on days off, 1,200 booked, 4 already there.",
  ]);
  expect(willAdd({ ...counted, skipped: 1, skipped_because: { ...because, booked: 1 }, removed: 1 })).toEqual(
    ["Will add 312 and skip 1: 1 booked. Removes 1 free slot first."],
  );
  expect(willAdd({ ...counted, removed: 2000, left_outside: [visit] })).toEqual([
    "Will add 312. Removes 2,000 free slots first. 1 visit will be outside the remaining hours.",
  ]);
});

test("a preview shows the removed slots and the visits that remain", () => {
  expect(willRemove({ removed: 40, left_outside: [] })).toEqual([
    "“Remove in Range” will remove 40 free slots.",
  ]);
  expect(willBlockDays({ removed: 1, left_outside: [visit, visit] })).toEqual([
    "Will remove 1 free slot. 2 visits will be outside the remaining hours.",
  ]);
});

const added = { done: "added", inserted: 12, generated: 16, skipped: 4, removed: 3, batch_id: 7 } as const;

test.each<[AvailabilityFlash, string, number | null]>([
  [added, "✅ Added: 12 (generated 16, skipped 4, removed 3)", 7],
  [{ ...added, batch_id: null }, "✅ Added: 12 (generated 16, skipped 4, removed 3)", null],
  [{ done: "removed", removed: 5, batch_id: 8 }, "🗑️ Removed: 5", 8],
  [{ done: "removed", removed: 0, batch_id: null }, "🗑️ Removed: 0", null],
  [{ done: "undone", removed: 6, restored: 2 }, "Undone: 6 slots removed, 2 restored.", null],
])("the next page shows the result of %o", (done, text, batch) => {
  expect(flashFrom(done)).toMatch(/^[\w.]+$/);
  expect(flashText(flashFrom(done))).toEqual({ text, batch });
});

test.each([
  null,
  "",
  "availability",
  "availability.moved.1.2",
  "availability.removed",
  "availability.removed.1",
  "availability.removed.1.x",
  "availability.removed.1.2.3.4.5.6",
  "availability.removed.1234567890123.2",
  "x.availability.removed.1.2",
  "availability.removed.1.2 and more",
])("the flash value %j shows nothing", (word) => {
  expect(flashText(word)).toBeNull();
});

test.each([
  "/therapist",
  "/therapist/day?date=2026-03-03",
  "/therapists/3/availability?slots=400",
  "/calendars",
  "/users?page=2",
  "/supervisordashboard/x",
  "/appointments?from=2026-03-01&to=2026-03-31",
])("a form can return to %s", (page) => {
  expect(returnPath.parse(page)).toBe(page);
});

test.each([
  undefined,
  "",
  "therapist",
  "//evil.example",
  "https://evil.example/therapist",
  "/therapistry",
  "/evil//therapist",
  "/therapist@evil.example",
  "/therapist?next=<script>",
  "/therapist\n",
  `/therapist/${"a".repeat(600)}`,
])("a form can't return to %j", (page) => {
  expect(returnPath.parse(page)).toBeUndefined();
});
