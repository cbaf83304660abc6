import { expect, test } from "vitest";
import { willAdd, willBlockDays, willRemove } from "~/availability/changes/preview-strings";
import { availabilityFlash, slotsAdded, slotsRemoved, slotsRestored } from "~/availability/flash";
import { returnPath } from "~/core/allowed-return-path";

const visit = { id: 1, start: 0, patient_id: 1, patient_name: null };
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

const added = { inserted: 12, generated: 16, skipped: 4, removed: 3, batch_id: 7 };

test.each([
  [slotsAdded(added), "✅ Added: 12 (generated 16, skipped 4, removed 3)", 7],
  [slotsAdded({ ...added, batch_id: null }), "✅ Added: 12 (generated 16, skipped 4, removed 3)", null],
  [slotsRemoved({ removed: 5, batch_id: 8 }), "🗑️ Removed: 5", 8],
  [slotsRemoved({ removed: 0, batch_id: null }), "🗑️ Removed: 0", null],
  [slotsRestored({ removed: 6, restored: 2 }), "Undone: 6 slots removed, 2 restored.", null],
])("the next page shows the result %j", ([, ...values], text, batch) => {
  expect(availabilityFlash["slots-changed"](...values)).toEqual({ text, batch });
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
