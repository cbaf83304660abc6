import { expect, test } from "vitest";
import { iso } from "~/core/time";
import { zonesOfPhone } from "~/core/zones/area-codes";
import { likelyZone, zonesOfState } from "~/core/zones/state-zones";
import { stateOf } from "~/core/zones/states";
import { nextTextTime } from "~/messages/quiet-hours";

test.each([
  ["GU", "Guam", "Pacific/Guam"],
  ["VI", "Virgin Islands", "America/St_Thomas"],
  ["VI", "U.S. Virgin Islands", "America/St_Thomas"],
  ["AS", "American Samoa", "Pacific/Pago_Pago"],
  ["MP", "Northern Mariana Islands", "Pacific/Guam"],
])("%s (%s) is a state with its zone", (code, name, zone) => {
  expect([stateOf(code), stateOf(name), zonesOfState(code)]).toEqual([code, code, [zone]]);
});

test.each([
  ["FL", "America/Chicago", "America/Chicago"],
  ["FL", "America/Los_Angeles", "America/New_York"],
  ["TN", "Pacific/Honolulu", "America/Chicago"],
  ["NC", "America/Los_Angeles", "America/New_York"],
  [null, "America/Denver", "America/Denver"],
])("a patient in %s with a therapist in %s gets the times of %s", (state, therapist, zone) => {
  expect(likelyZone(state, therapist)).toBe(zone);
});

const next = (at: string, phone: string, state: string | null = null) =>
  iso(nextTextTime(Date.parse(at), state, { from: 9, to: 20 }, phone));

test("without a state, a text waits until texting hours in the zone of the area code and in Hawaii", () => {
  // 9 AM in Honolulu is 2 PM in New York; 8 PM in New York is 3 PM in Honolulu.
  expect(next("2026-03-02T15:00:00Z", "+19195550123")).toBe("2026-03-02T19:00:00.000Z");
  expect(next("2026-03-03T00:59:00Z", "+19195550123")).toBe("2026-03-03T00:59:00.000Z");
  expect(next("2026-03-03T01:00:00Z", "+19195550123")).toBe("2026-03-03T19:00:00.000Z");
  // 8 PM in Los Angeles is 6 PM in Honolulu.
  expect(next("2026-03-03T03:59:00Z", "+12135550123")).toBe("2026-03-03T03:59:00.000Z");
  expect(next("2026-03-03T05:59:00Z", "+18085550123")).toBe("2026-03-03T05:59:00.000Z");
});

test("a toll-free number without a state waits for all mainland zones and Hawaii", () => {
  expect(next("2026-03-02T18:00:00Z", "+18005550123")).toBe("2026-03-02T19:00:00.000Z");
  expect(next("2026-03-03T01:00:00Z", "+18005550123")).toBe("2026-03-03T19:00:00.000Z");
});

test("with a state, the area code doesn't count", () => {
  expect(next("2026-03-02T15:00:00Z", "+18085550123", "NC")).toBe("2026-03-02T15:00:00.000Z");
});

test.each([
  ["+16715550123", ["Pacific/Guam"]],
  ["+13405550123", ["America/St_Thomas"]],
  ["+16025550123", ["America/Phoenix"]],
  ["+19075550123", ["America/Anchorage", "America/Adak"]],
  ["+14165550123", []],
])("the area code of %s is in %j", (phone, zones) => {
  expect(zonesOfPhone(phone)).toEqual(zones);
});
