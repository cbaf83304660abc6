import { expect, test } from "vitest";
import { addDays, hour, iso, localHour, minute } from "~/core/time";
import { mainlandZones, zonesOfState } from "~/core/zones/state-zones";
import { nextTextTime } from "~/messages/quiet-hours";
import { oddDays } from "./odd-days";

// One state for each combination of time zones.
const states = ["NC", "IL", "CO", "CA", "AK", "HI", "AZ", "FL", "ID", "IN", "KS", "OR", "TX", "PR", "XX"];
const cases = states.flatMap((state) => oddDays.map((date) => [state, date] as const));

test.each(cases)(
  "in %s around %s, a text is sent at the first time allowed in all of the state's time zones",
  (state, date) => {
    const zones = zonesOfState(state).length > 0 ? zonesOfState(state) : mainlandZones;
    const first = Date.parse(`${addDays(date, -1)}T12:00:00Z`);
    const quarters = Array.from({ length: 4 * 72 }, (_, index) => first + index * 15 * minute);
    const isAllowed = (at: number) =>
      zones.every((zone) => localHour(at, zone) >= 9 && localHour(at, zone) < 20);
    const allowed = quarters.filter(isAllowed);
    for (const at of quarters.filter((quarter) => quarter < first + 48 * hour)) {
      const expected = allowed.find((quarter) => quarter >= at) ?? 0;
      expect(iso(nextTextTime(at, state, { from: 9, to: 20 }))).toBe(iso(expected));
    }
  },
);

test("quiet hours that end during a skipped hour end right after it", () => {
  const at = Date.parse("2026-03-08T06:30:00Z");
  expect(iso(nextTextTime(at, "NC", { from: 2, to: 20 }))).toBe("2026-03-08T07:00:00.000Z");
});
