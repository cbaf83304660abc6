import { expect, test } from "vitest";
import { addDays } from "~/core/time";
import { adherenceOf } from "~/nights/adherence";
import { nextStepOf } from "~/nights/next-step";
import { usesOf } from "~/nights/night-uses";
import { compareReadings, countedSpans, type ReadingRow } from "~/nights/readings";

const first = "2026-03-01";
const fine = { hasVisit: false, elsewhere: null, reach: "ok" } as const;

/** The step on a night, if the nights of these indexes were used, and the others weren't. */
function stepOn(night: number, used: readonly number[], situation: Parameters<typeof nextStepOf>[2] = fine) {
  const minutes = range(0, night - 2).map((index) => (used.includes(index) ? 300 : 0));
  return stepWith(night, { minutes, situation }).kind;
}

interface Known {
  /** Minutes from the first night on. Undefined is a night without a value. */
  minutes: readonly (number | undefined)[];
  readings?: Pick<ReadingRow, "read_on" | "nights_used" | "nights_counted">[];
  situation?: Parameters<typeof nextStepOf>[2];
}

function stepWith(night: number, { minutes, readings = [], situation = fine }: Known) {
  const nights = minutes.flatMap((device, index) =>
    device === undefined
      ? []
      : [{ date: addDays(first, index), minutes: device, device, staff: null, reports: [] }],
  );
  const minutesOf = new Map(nights.map(({ date, minutes: value }) => [date, value]));
  const today = addDays(first, night - 1);
  const rows = readings.map((one) => ({ ...one, minutes: null, source: "patient", entered_by: "" }) as const);
  const followed = { started_on: first, zone: "UTC", created_at: Date.parse(first) };
  const compared = compareReadings(rows, followed, usesOf(nights));
  const adherence = adherenceOf(first, minutesOf, today, countedSpans(compared));
  return nextStepOf(
    adherence,
    { minutesOf, readings: compared, startedOn: first, today, day: night },
    situation,
  );
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
  expect(stepOn(10, [0, 1], { hasVisit: false, elsewhere: null, reach: "none" })).toBe("unused");
  expect(stepOn(10, range(0, 8), { hasVisit: false, elsewhere: null, reach: "none" })).toBe("unreachable");
  expect(stepOn(10, range(0, 8), { hasVisit: false, elsewhere: null, reach: "failing" })).toBe("unreachable");
});

test("the re-evaluation is booked from night 31 to 91, unless a visit is booked", () => {
  const used = range(0, 20);
  expect(stepOn(30, used)).toBe("met");
  expect(stepOn(31, used)).toBe("reevaluate");
  expect(stepOn(91, used)).toBe("reevaluate");
  expect(stepOn(92, used)).toBe("met");
  expect(stepOn(40, used, { hasVisit: true, elsewhere: null, reach: "ok" })).toBe("met");
});

const readOn = (index: number, nights_used: number, nights_counted: number | null) => ({
  read_on: addDays(first, index),
  nights_used,
  nights_counted,
});

test("nights without a value aren't called nights without use", () => {
  expect(stepWith(10, { minutes: [] })).toEqual({
    kind: "silent",
    text: "The last 4 nights have no value. Ask how it goes and what the device's screen says. The device must be used every night from May 9 at the latest.",
  });
  expect(stepWith(10, { minutes: [300, 300] }).kind).toBe("silent");
  const zeros = { minutes: [300, 300, 300, 300, 300, 0, 0, 0, 0] };
  expect(stepWith(10, zeros).text).toMatch(/^No use for 4 nights\./);
  const partly = { minutes: [300, 300, 300, 300, 300, 0, 0] };
  expect(stepWith(10, partly)).toMatchObject({
    kind: "unused",
    text: expect.stringMatching(/^No use is known for 4 nights: 2 nights without a value\./) as string,
  });
});

test("a reading of the last days keeps a patient without nights off the list, with its numbers", () => {
  const reading = readOn(14, 13, 12);
  expect(stepWith(15, { minutes: [], readings: [reading] })).toEqual({
    kind: "open",
    text: "Needs 9 more nights of 4 hours by March 30. The reading of March 15 says 13 nights used, 12 of 4 hours.",
  });
  expect(stepWith(31, { minutes: [], readings: [reading] }).kind).toBe("open");
  expect(stepWith(32, { minutes: [], readings: [reading] }).kind).toBe("silent");
});

test("a reading with 21 nights of 4 hours meets the rule, and the step names it", () => {
  const met = stepWith(32, { minutes: [], readings: [readOn(30, 27, 22)] });
  expect(met).toMatchObject({ kind: "reevaluate" });
  expect(met.text).toMatch(/^Met the rule on March 30, by what the patient read off the device\./);
  expect(stepWith(32, { minutes: [], readings: [readOn(30, 27, 20)] }).kind).toBe("open");
  expect(stepWith(32, { minutes: [], readings: [readOn(30, 27, null)] }).kind).toBe("open");
});

test("a report that contradicts a reading counts, and both are shown", () => {
  const step = stepWith(32, {
    minutes: range(0, 30).map((index) => (index < 10 ? 300 : 0)),
    readings: [readOn(30, 27, 22)],
  });
  expect(step).toMatchObject({ kind: "unused" });
  expect(step.text).toMatch(
    /^No use for 4 nights\..* The reading of March 31 says 27 nights used, 22 of 4 hours\. The device's report differs, and it counts\.$/,
  );
});

test("nights without a value are named where the rule can't be met", () => {
  expect(stepWith(80, { minutes: [] }).text).toBe(
    "No 30 nights can reach 21 nights of 4 hours anymore. 79 nights without a value counted as not used.",
  );
});

test("a reading never counts more nights in any 30 than the patient used", () => {
  let seed = 11;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let round = 0; round < 2_000; round++) {
    const share = random();
    const truth = range(0, 89).map(() => (random() < share ? 300 : 0));
    const today = 1 + Math.floor(random() * 90);
    const all = new Map(truth.slice(0, today).map((value, index) => [addDays(first, index), value]));
    const known = new Map([...all].filter(() => random() < 0.3));
    const spans = range(1, 1 + Math.floor(random() * 3)).map(() => {
      const to = Math.floor(random() * today);
      const from = Math.max(0, to - 29);
      const counted = truth.slice(from, to + 1).filter((value) => value > 0).length;
      return { from: addDays(first, from), to: addDays(first, to), counted };
    });
    const exact = adherenceOf(first, all, addDays(first, today));
    const least = adherenceOf(first, known, addDays(first, today), spans);
    expect(least.best.count).toBeLessThanOrEqual(exact.best.count);
    if (least.state === "met") expect(exact.state).toBe("met");
    if (exact.state === "missed") expect(least.state).toBe("missed");
    for (const { from, to, counted } of spans) {
      const fits = addDays(from, 29) === to || from === first;
      if (fits) expect(least.best.count).toBeGreaterThanOrEqual(counted);
    }
  }
});
