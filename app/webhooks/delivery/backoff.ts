import { day, hour, second } from "~/core/time";

/** From the first attempt on; after it a delivery has failed. */
export const retriedFor = 3 * day;

const first = 5 * second;
export const longestPause = 6 * hour;

/** Five seconds, then triples up to six hours, with jitter. @param chance from 0 to 1 */
export function pauseAfter(attempts: number, chance: number): number {
  if (attempts <= 1) return first;
  return Math.round(Math.min(longestPause, first * 3 ** (attempts - 1)) * (0.8 + chance / 5));
}
