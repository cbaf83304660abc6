import { memoizeByKey } from "~/core/memoize-by-key";
import { day } from "~/core/time";
import { nightCounts } from "./adherence";

/** Use that counts for each of a patient's nights, by its date. */
export interface NightUses {
  /** Minutes; undefined for a night without a value. */
  get(date: string): number | undefined;
  has(date: string): boolean;
  /** Minutes as devices report them; undefined without a report. */
  device(date: string): number | undefined;
}

export function usesOf(
  nights: readonly { date: string; minutes: number; device: number | null }[],
): NightUses {
  const minutesOf = new Map(nights.map(({ date, minutes }) => [date, minutes]));
  const deviceOf = new Map(nights.flatMap(({ date, device }) => (device === null ? [] : [[date, device]])));
  return {
    get: (date) => minutesOf.get(date),
    has: (date) => minutesOf.has(date),
    device: (date) => deviceOf.get(date),
  };
}

/** The least minutes that each letter of `first_nights.uses` stands for: the rule only asks for any use, and for 4 hours. */
const minutesOf: Record<string, number> = { a: 0, b: 1, c: nightCounts, d: 0, e: 1, f: nightCounts };

const dayOf = memoizeByKey<number>();
const numberOfDay = (date: string): number => dayOf(date, () => Date.parse(date) / day);

/**
 * Of a row of `first_nights`, without reading the nights. Minutes are the least ones with the same meaning for the rule.
 * The triggers `nights_uses_added`, `nights_uses_changed`, and `nights_uses_removed` keep the row.
 */
export function storedUses({ uses_from, uses }: { uses_from: string | null; uses: string }): NightUses {
  const from = uses_from === null ? 0 : numberOfDay(uses_from);
  const letter = (date: string) => uses[numberOfDay(date) - from] ?? ".";
  const get = (date: string) => minutesOf[letter(date)];
  return {
    get,
    has: (date) => get(date) !== undefined,
    device: (date) => (letter(date) < "d" ? get(date) : undefined),
  };
}
