import { expect, test } from "vitest";
import { iso } from "~/core/time";
import { zonesOfState } from "~/core/zones/state-zones";
import { nextTextTime } from "~/messages/quiet-hours";

const hours = { from: 9, to: 20 };
const next = (at: string, state: string | null) => iso(nextTextTime(Date.parse(at), state, hours));

test("within the hours of the patient's state a text goes at once", () => {
  expect(next("2026-03-02T15:00:00Z", "NC")).toBe("2026-03-02T15:00:00.000Z");
});

test("before nine it waits for nine, from twenty o'clock on for nine of the next day", () => {
  expect(next("2026-03-02T13:59:59Z", "NC")).toBe("2026-03-02T14:00:00.000Z");
  expect(next("2026-03-03T00:59:59Z", "NC")).toBe("2026-03-03T00:59:59.000Z");
  expect(next("2026-03-03T01:00:00Z", "NC")).toBe("2026-03-03T14:00:00.000Z");
});

test("nine is nine on the day the clock changes", () => {
  expect(next("2026-03-08T03:00:00Z", "NC")).toBe("2026-03-08T13:00:00.000Z");
  expect(next("2026-11-01T03:00:00Z", "NC")).toBe("2026-11-01T14:00:00.000Z");
});

test("an hour that the clock skips opens with the one after it", () => {
  const early = { from: 2, to: 20 };
  expect(iso(nextTextTime(Date.parse("2026-03-08T06:30:00Z"), "NC", early))).toBe("2026-03-08T07:00:00.000Z");
});

test("Arizona keeps its clock", () => {
  expect(next("2026-07-01T15:30:00Z", "AZ")).toBe("2026-07-01T16:00:00.000Z");
  expect(next("2026-12-01T15:30:00Z", "AZ")).toBe("2026-12-01T16:00:00.000Z");
});

test("in a state of two clocks both must allow it", () => {
  // Nine in Miami is eight in Pensacola.
  expect(next("2026-03-02T14:00:00Z", "FL")).toBe("2026-03-02T15:00:00.000Z");
  // Half past seven in the evening in Pensacola is half past eight in Miami.
  expect(next("2026-03-03T01:30:00Z", "FL")).toBe("2026-03-03T15:00:00.000Z");
});

test("of an unknown state every clock of the mainland must allow it", () => {
  expect(next("2026-03-02T14:00:00Z", null)).toBe("2026-03-02T17:00:00.000Z");
  expect(next("2026-03-03T01:30:00Z", "Ontario")).toBe("2026-03-03T17:00:00.000Z");
});

test("a state is known by its code and by its name, in any case", () => {
  for (const state of ["HI", "hi", "Hawaii", " hawaii "])
    expect(zonesOfState(state)).toEqual(["Pacific/Honolulu"]);
  expect(zonesOfState("XX")).toEqual([]);
  expect(zonesOfState(null)).toEqual([]);
});

test("hours that no moment has in common let a text go after seven tries, at the opening of one clock", () => {
  const short = { from: 9, to: 10 };
  expect(iso(nextTextTime(Date.parse("2026-03-02T14:00:00Z"), null, short))).toBe("2026-03-07T15:00:00.000Z");
});
