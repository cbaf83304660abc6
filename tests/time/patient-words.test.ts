import { expect, test } from "vitest";
import { firstName } from "~/core/short-name";
import { zoneName } from "~/core/time";
import { zoneDifference } from "~/core/zones/zone-difference";
import { visitStrings } from "~/visits/strings";
import { patientClock, whenForStaff } from "~/visits/visit-times";

const newYork = "America/New_York";
const chicago = "America/Chicago";
const may = Date.parse("2026-05-12T13:00:00Z");
const late = Date.parse("2026-05-12T04:30:00Z");

test.each([
  ["Ruth Lee", "Ruth"],
  ["Lee, Ruth A.", "Ruth"],
  ["RUTH LEE", "Ruth"],
  ["LEE, RUTH", "Ruth"],
  ["  ", null],
  [null, null],
])("a message to %s uses the first name %s", (name, first) => {
  expect(firstName(name)).toBe(first);
});

test("time zones are shown by name", () => {
  expect([newYork, chicago, "America/Phoenix"].map((zone) => zoneName(may, zone))).toEqual([
    "Eastern Time",
    "Central Time",
    "Mountain Standard Time",
  ]);
});

test("the time in the viewer's time zone is shown in a sentence, with the day if it differs", () => {
  expect(zoneDifference(may, newYork, chicago, visitStrings.zone)).toBe(
    "You're now in Central Time, where that's 8:00 AM.",
  );
  expect(zoneDifference(late, newYork, chicago, visitStrings.zone)).toBe(
    "You're now in Central Time, where that's 11:30 PM on Mon, May 11.",
  );
  expect(zoneDifference(may, newYork, "America/Toronto", visitStrings.zone)).toBeNull();
});

test("staff see the patient's time if it differs", () => {
  const visit = { start_at: may, timezone: "EST", patient_zone: chicago };
  expect(whenForStaff(visit)).toBe("Tue, May 12, 9:00 AM EDT · patient 8:00 AM CDT");
  expect(patientClock({ ...visit, start_at: late })).toBe("Mon, May 11, 11:30 PM CDT");
  expect(whenForStaff({ ...visit, patient_zone: newYork })).toBe("Tue, May 12, 9:00 AM EDT");
});
