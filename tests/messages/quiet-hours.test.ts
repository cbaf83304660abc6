import { expect, test } from "vitest";
import { iso } from "~/core/time";
import { zonesOfState } from "~/core/zones/state-zones";
import { nextTextTime, nextTextTimeFrom } from "~/messages/quiet-hours";

const hours = { from: 9, to: 20 };
const next = (at: string, state: string | null) => iso(nextTextTime(Date.parse(at), state, hours));

test("within texting hours, a text is sent immediately", () => {
  expect(next("2026-03-02T15:00:00Z", "NC")).toBe("2026-03-02T15:00:00.000Z");
});

test("a text before 9 AM waits until 9 AM, and a text at or after 8 PM waits until 9 AM the next day", () => {
  expect(next("2026-03-02T13:59:59Z", "NC")).toBe("2026-03-02T14:00:00.000Z");
  expect(next("2026-03-03T00:59:59Z", "NC")).toBe("2026-03-03T00:59:59.000Z");
  expect(next("2026-03-03T01:00:00Z", "NC")).toBe("2026-03-03T14:00:00.000Z");
});

test("9 AM is correct on the day of a DST change", () => {
  expect(next("2026-03-08T03:00:00Z", "NC")).toBe("2026-03-08T13:00:00.000Z");
  expect(next("2026-11-01T03:00:00Z", "NC")).toBe("2026-11-01T14:00:00.000Z");
});

test("texting hours that would start in a skipped hour start an hour later", () => {
  const early = { from: 2, to: 20 };
  expect(iso(nextTextTime(Date.parse("2026-03-08T06:30:00Z"), "NC", early))).toBe("2026-03-08T07:00:00.000Z");
});

test("Arizona has no daylight saving time", () => {
  expect(next("2026-07-01T15:30:00Z", "AZ")).toBe("2026-07-01T16:00:00.000Z");
  expect(next("2026-12-01T15:30:00Z", "AZ")).toBe("2026-12-01T16:00:00.000Z");
});

test("in a state with two time zones, a text waits until it is within texting hours in both", () => {
  // 9 AM in Miami is 8 AM in Pensacola.
  expect(next("2026-03-02T14:00:00Z", "FL")).toBe("2026-03-02T15:00:00.000Z");
  // 7:30 PM in Pensacola is 8:30 PM in Miami.
  expect(next("2026-03-03T01:30:00Z", "FL")).toBe("2026-03-03T15:00:00.000Z");
});

test("for an unknown state, a text waits until it is within texting hours in every mainland time zone", () => {
  expect(next("2026-03-02T14:00:00Z", null)).toBe("2026-03-02T17:00:00.000Z");
  expect(next("2026-03-03T01:30:00Z", "Ontario")).toBe("2026-03-03T17:00:00.000Z");
});

test("a state is recognized by its code or name in upper or lower case", () => {
  for (const state of ["HI", "hi", "Hawaii", " hawaii "])
    expect(zonesOfState(state)).toEqual(["Pacific/Honolulu"]);
  expect(zonesOfState("XX")).toEqual([]);
  expect(zonesOfState(null)).toEqual([]);
});

test("a text is sent after seven tries if texting hours never overlap", () => {
  const short = { from: 9, to: 10 };
  expect(iso(nextTextTime(Date.parse("2026-03-02T14:00:00Z"), null, short))).toBe("2026-03-07T15:00:00.000Z");
});

test("for many patients together, each has the same time as alone", () => {
  const at = Date.parse("2026-03-02T13:30:00Z");
  const nextTime = nextTextTimeFrom(at, hours);
  const patients = ["NC", "FL", "HI", "XX", null].flatMap((state) =>
    [null, "+19195550100", "+18085550100", "+12125550100", "+18005550100"].map((phone) => ({ state, phone })),
  );
  const together = [...patients, ...patients].map(({ state, phone }) => nextTime(state, phone));
  const alone = [...patients, ...patients].map(({ state, phone }) => nextTextTime(at, state, hours, phone));
  expect(together).toEqual(alone);
  expect(new Set(alone).size).toBeGreaterThan(2);
});
