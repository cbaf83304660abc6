import { memoizeByKey } from "~/core/memoize-by-key";
import { addDays, day } from "~/core/time";

// Medicare's rule for the device (LCD L33718): at least 4 hours a night on at least 70 % of the nights of 30 consecutive
// days within the first 90 days.

/** Minutes of use that make a night count. */
export const nightCounts = 4 * 60;
export const windowNights = 30;
/** 70 % of 30. */
export const nightsToCount = 21;
export const lastNight = 90;
/** The index of the night with which the last 30 begin. */
const lastWindow = lastNight - windowNights;

/** Totals that were read off the device's screen: nights of 4 hours from one date to another. */
export interface CountedSpan {
  from: string;
  to: string;
  counted: number;
}

/** Consecutive nights, `YYYY-MM-DD` each. */
interface NightWindow {
  from: string;
  to: string;
  count: number;
}

/** Text for 30 days that aren't over, else empty. @param current the date of the night that isn't over */
export const notOverText = ({ to }: NightWindow, current: string): string =>
  to < current ? "" : ", not over yet";

export interface Adherence {
  /** "missed" means that no 30 days can reach the rule anymore. */
  state: "met" | "open" | "missed";
  metOn: string | null;
  /** "reading" if only totals that were read off the device's screen show that the rule is met. */
  metBy: "nights" | "reading" | null;
  /** The 30 days with the most nights that count, the earliest ones if several have as many. */
  best: NightWindow;
  /** The 30 days that need the fewest nights, the latest ones if several need as few. Null unless "open". */
  next: (NightWindow & { needed: number }) | null;
  /** The last night on which use every night can begin and still meet the rule. Null unless "open". */
  latestStart: string | null;
}

const datesFrom = memoizeByKey<readonly string[]>(1000);

export const firstNinety = (startedOn: string): readonly string[] =>
  datesFrom(startedOn, () => Array.from({ length: lastNight }, (_, index) => addDays(startedOn, index)));

/**
 * Whether a patient meets the rule.
 * @param startedOn the date of the first night, `YYYY-MM-DD`
 * @param minutesOf minutes of use by the night's date; a missing night counts as not used
 * @param today the date of the first night that isn't over
 * @param readings totals for nights without minutes. Of 30 nights that overlap them, the fewest that must have counted do.
 */
export function adherenceOf(
  startedOn: string,
  minutesOf: Pick<ReadonlyMap<string, number>, "get">,
  today: string,
  readings: readonly CountedSpan[] = [],
): Adherence {
  const dates = firstNinety(startedOn);
  // A device that was read in the morning counts the night that ends at noon.
  const isPast = (date: string) => date < today || readings.some(({ to }) => to >= date);
  const current = dates.findIndex((date) => !isPast(date));
  const over = current < 0 ? lastNight : current;
  const before = [0];
  for (const [index, date] of dates.entries()) {
    const isCounted = index < over && (minutesOf.get(date) ?? 0) >= nightCounts;
    before.push((before[index] ?? 0) + Number(isCounted));
  }
  const known = (first: number, last: number) => (before[last + 1] ?? 0) - (before[first] ?? 0);
  const spans = readings.map(({ from, to, counted }) => ({
    from: daysBetween(startedOn, from),
    to: daysBetween(startedOn, to),
    counted,
  }));
  const countIn = (first: number, last: number) =>
    spans.length === 0
      ? known(first, last)
      : Math.max(known(first, last), ...spans.map((span) => leastWith(span, { first, last, known })));
  const countFrom = (first: number) => countIn(first, first + windowNights - 1);
  const shown = (first: number): NightWindow => ({
    from: dates[first] ?? "",
    to: dates[first + windowNights - 1] ?? "",
    count: countFrom(first),
  });
  let best = 0;
  for (let first = 1; first <= lastWindow; first++) if (countFrom(first) > countFrom(best)) best = first;
  const metOn = dates.findIndex(
    (_, index) => countIn(Math.max(0, index - windowNights + 1), index) >= nightsToCount,
  );
  if (metOn >= 0) {
    const metBy = known(Math.max(0, metOn - windowNights + 1), metOn) >= nightsToCount ? "nights" : "reading";
    return {
      state: "met",
      metOn: dates[metOn] ?? null,
      metBy,
      best: shown(best),
      next: null,
      latestStart: null,
    };
  }
  let next = -1;
  let latest = -1;
  for (let first = 0; first <= lastWindow; first++) {
    const end = first + windowNights;
    const count = countFrom(first);
    const left = Math.max(0, end - Math.max(first, over));
    if (count + left < nightsToCount) continue;
    if (next < 0 || count >= countFrom(next)) next = first;
    latest = Math.max(latest, end - (nightsToCount - count));
  }
  if (next < 0) {
    return { state: "missed", metOn: null, metBy: null, best: shown(best), next: null, latestStart: null };
  }
  return {
    state: "open",
    metOn: null,
    metBy: null,
    best: shown(best),
    next: { ...shown(next), needed: nightsToCount - countFrom(next) },
    latestStart: dates[latest] ?? null,
  };
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / day);

interface Indexes {
  first: number;
  last: number;
  known: (first: number, last: number) => number;
}

/** The fewest nights from one index to another that count if a reading is right. 0 if they end before the reading. */
function leastWith(
  span: { from: number; to: number; counted: number },
  { first, last, known }: Indexes,
): number {
  if (span.to > last || span.to < first) return 0;
  const from = Math.max(first, span.from);
  const outside = from - span.from;
  const inside = Math.max(span.counted - outside, known(from, span.to));
  return known(first, from - 1) + inside + known(span.to + 1, last);
}
