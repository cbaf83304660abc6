import { expect, test } from "vitest";
import { addDays } from "~/core/time";
import { adherenceOf } from "~/nights/adherence";
import { nextStepOf } from "~/nights/next-step";

const first = "2026-03-01";
const fine = { hasVisit: false, reach: "ok" } as const;

/** The step on a night, if the nights of these indexes were used. */
function stepOn(night: number, used: readonly number[], situation: Parameters<typeof nextStepOf>[2] = fine) {
  const minutesOf = new Map(used.map((index) => [addDays(first, index), 300]));
  const today = addDays(first, night - 1);
  return nextStepOf(adherenceOf(first, minutesOf, today), { minutesOf, today, day: night }, situation).kind;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("30 nights that end within 12 days are closing only if at least 3 nights are missing", () => {
  // Of the first 24 nights, the last 10 or 18 or 19 were used. The best 30 end later as long as more can be reached.
  const last = range(60, 83);
  const usedAtEnd = (count: number) => last.slice(last.length - count);
  // On night 85, only windows until night 90 are left: 6 nights.
  expect(stepOn(85, usedAtEnd(20))).toBe("open");
  expect(stepOn(85, usedAtEnd(19))).toBe("open");
  expect(stepOn(85, usedAtEnd(18))).toBe("closing");
  expect(stepOn(85, usedAtEnd(15))).toBe("closing");
  expect(stepOn(85, usedAtEnd(14))).toBe("missed");
});

test("a patient without use is called first, even if no message reaches them", () => {
  expect(stepOn(10, [0, 1], { hasVisit: false, reach: "none" })).toBe("unused");
  expect(stepOn(10, range(0, 8), { hasVisit: false, reach: "none" })).toBe("unreachable");
  expect(stepOn(10, range(0, 8), { hasVisit: false, reach: "failing" })).toBe("unreachable");
});

test("the re-evaluation is booked from night 31 to 91, unless a visit is booked", () => {
  const used = range(0, 20);
  expect(stepOn(30, used)).toBe("met");
  expect(stepOn(31, used)).toBe("reevaluate");
  expect(stepOn(91, used)).toBe("reevaluate");
  expect(stepOn(92, used)).toBe("met");
  expect(stepOn(40, used, { hasVisit: true, reach: "ok" })).toBe("met");
});
