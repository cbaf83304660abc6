import { hour, second } from "~/core/time";

/** So many attempts, over about three hours, before a message is set aside. */
export const mostAttempts = 10;

const first = 5 * second;
const longest = hour;

/**
 * How long to wait after a failed attempt, in milliseconds: three times as long after each, up to an hour,
 * and never the same for all who failed together.
 *
 * @param attempts made so far, at least 1
 * @param chance from 0 to 1
 */
export function pauseAfter(attempts: number, chance: number): number {
  const pause = Math.min(longest, first * 3 ** (attempts - 1));
  return Math.round(pause * (0.5 + chance / 2));
}
