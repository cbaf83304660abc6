import type { Opening } from "~/availability/list-openings.server";
import { byName } from "~/core/by-name";

interface Criteria {
  near: number;
  limit: number;
  fits(opening: Opening): boolean;
  left(opening: Opening): number;
}

/**
 * Finds the openings that fit and are nearest to a time. If two are equally near, the therapist with more remaining
 * capacity comes first.
 * @param openings sorted by start
 */
export function sortByNearness(
  openings: readonly Opening[],
  { near, limit, fits, left }: Criteria,
): Opening[] {
  const distance = ({ start }: Opening) => Math.abs(start - near);
  let after = firstFrom(openings, near);
  let before = after - 1;
  const found: Opening[] = [];
  for (;;) {
    const [earlier, later] = [openings[before], openings[after]];
    const isLater = later && (!earlier || distance(later) <= distance(earlier));
    const next = isLater ? later : earlier;
    const last = found[limit - 1];
    if (!next || (last && distance(next) > distance(last))) break;
    if (isLater) after += 1;
    else before -= 1;
    if (fits(next)) found.push(next);
  }
  return found
    .sort((a, b) => distance(a) - distance(b) || left(b) - left(a) || byName(a.therapist, b.therapist))
    .slice(0, limit);
}

function firstFrom(openings: readonly Opening[], near: number): number {
  let [low, high] = [0, openings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((openings[middle]?.start ?? 0) < near) low = middle + 1;
    else high = middle;
  }
  return low;
}
