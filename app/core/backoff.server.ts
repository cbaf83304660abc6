import { randomInt } from "node:crypto";
import { second } from "./time";

const first = 5 * second;

/**
 * The pause before the next attempt: five seconds, then three times as long after each attempt. Random jitter
 * shortens all but the first by up to half, so that retries spread out.
 * @param longest milliseconds
 * @param chance from 0 to 1
 */
export function pauseAfter(attempts: number, longest: number, chance = randomInt(1001) / 1000): number {
  if (attempts <= 1) return first;
  return Math.round(Math.min(longest, first * 3 ** (attempts - 1)) * (0.5 + chance / 2));
}
