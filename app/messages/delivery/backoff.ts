import { hour, second } from "~/core/time";

/** Over about three hours. */
export const mostAttempts = 10;

const first = 5 * second;
const longest = hour;

/** Triples after each attempt, up to an hour, with jitter. @param chance from 0 to 1 */
export function pauseAfter(attempts: number, chance: number): number {
  const pause = Math.min(longest, first * 3 ** (attempts - 1));
  return Math.round(pause * (0.5 + chance / 2));
}
