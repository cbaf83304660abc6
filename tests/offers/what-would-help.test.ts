import fc from "fast-check";
import { expect, test } from "vitest";
import { allParts, allWeekdays } from "~/offers/offer-schema";
import { type HelpWanted, helpWeeks, mostHelpHours, whatWouldHelp } from "~/offers/waits/what-would-help";

const visits = (hours: number) => Math.floor((hours * 60) / 45) * helpWeeks;

/** The most patients with a visit, by trying every patient on every day (augmenting paths). */
function mostServed(days: number[][], rooms: number[]): number {
  const takenBy: number[][] = rooms.map(() => []);
  const place = (patient: number, tried: Set<number>): boolean =>
    (days[patient] ?? []).some((weekday) => {
      if (tried.has(weekday)) return false;
      tried.add(weekday);
      const taken = takenBy[weekday - 1] ?? [];
      if (taken.length < (rooms[weekday - 1] ?? 0)) {
        taken.push(patient);
        return true;
      }
      const moved = taken.findIndex((other) => place(other, tried));
      if (moved < 0) return false;
      taken[moved] = patient;
      return true;
    });
  return days.filter((_, patient) => place(patient, new Set())).length;
}

/** Every way to give hours to some of the days. */
function* everySpread(total: number, days: number): Generator<number[]> {
  if (days === 0) {
    if (total === 0) yield [];
    return;
  }
  for (let first = 0; first <= total; first++) {
    for (const rest of everySpread(total - first, days - 1)) yield [first, ...rest];
  }
}

function bruteForce(days: number[][]): { hours: number; served: number } {
  let best = { hours: 0, served: 0 };
  for (let hours = 1; hours <= mostHelpHours; hours++) {
    for (const spread of everySpread(hours, 7)) {
      const served = mostServed(days, spread.map(visits));
      if (served > best.served) best = { hours, served };
    }
    if (best.served === days.length) break;
  }
  return best;
}

const patients = (max: number) =>
  fc
    .array(
      fc.record({
        parts: fc.subarray([...allParts], { minLength: 1 }),
        weekdays: fc.subarray([...allWeekdays], { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: max },
    )
    .map((list): HelpWanted[] => list.map((each, orderId) => ({ ...each, orderId })));

test("the hours that would help are the fewest that give a visit to the most patients", () => {
  fc.assert(
    fc.property(patients(14), (waiting) => {
      const proposed = new Map(whatWouldHelp(waiting).map((help) => [help.part, help]));
      for (const part of allParts) {
        const candidates = waiting.filter(({ parts }) => parts.includes(part));
        const best = bruteForce(candidates.map(({ weekdays }) => weekdays));
        const help = proposed.get(part);
        expect({ hours: help?.hours ?? 0, served: help?.orderIds.length ?? 0 }).toEqual(best);
        if (!help) continue;
        const rooms = allWeekdays.map((day) =>
          visits(help.days.find(({ weekday }) => weekday === day)?.hours ?? 0),
        );
        const chosen = candidates.filter(({ orderId }) => help.orderIds.includes(orderId));
        expect(
          mostServed(
            chosen.map(({ weekdays }) => weekdays),
            rooms,
          ),
        ).toBe(chosen.length);
        expect(help.days.reduce((sum, { hours }) => sum + hours, 0)).toBe(help.hours);
      }
    }),
    { numRuns: 12, seed: 5 },
  );
}, 60_000);

test("patients who wait longest are counted first, and more than six hours a week aren't proposed", () => {
  const tuesday = { parts: ["evening" as const], weekdays: [2] };
  const waiting = Array.from({ length: 60 }, (_, orderId) => ({ ...tuesday, orderId }));
  const [help, ...others] = whatWouldHelp(waiting);
  expect(others).toEqual([]);
  expect(help).toEqual({
    part: "evening",
    hours: 6,
    days: [{ weekday: 2, hours: 6 }],
    orderIds: Array.from({ length: 32 }, (_, orderId) => orderId),
  });
  expect(whatWouldHelp([])).toEqual([]);
});
