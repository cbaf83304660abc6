import { formatDay } from "~/core/time";

/** Most patients book a time within a week of the invitation if they are offered one. */
export const warnAfterDays = 7;

export const weeksAhead = 8;

/** "Mar 1" for "2026-03-01". */
export const weekLabel = (week: string) =>
  formatDay(Date.parse(`${week}T12:00:00Z`), "UTC").replace(/^\w+, /, "");

/** Rates of fewer visits than this say little, so they are shown as counts and aren't compared. */
export const fewestForRate = 10;

/** The median and the 90th percentile. Null without values. */
export function spreadOf(values: readonly number[]) {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number): number | null => {
    if (sorted.length === 0) return null;
    const place = (sorted.length - 1) * share;
    const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return below + (above - below) * (place - Math.floor(place));
  };
  return { count: sorted.length, median: at(0.5), p90: at(0.9) };
}

/** "12.5%" */
export const percent = (share: number | null): string =>
  share === null ? "–" : `${(share * 100).toFixed(1)}%`;

/**
 * 0 to 1; null if there are no visits. `noShowDefinition` states it for users.
 * @param visits completed visits and no-shows
 */
export const noShowRate = (missed: number, visits: number): number | null =>
  visits === 0 ? null : missed / visits;

/** "12.5%", or "1 of 3" for fewer visits than a rate needs. @param visits as for `noShowRate` */
export const rateText = (missed: number, visits: number): string =>
  visits > 0 && visits < fewestForRate ? `${missed} of ${visits}` : percent(noShowRate(missed, visits));
