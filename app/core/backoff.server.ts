import { randomInt } from "node:crypto";
import { second } from "./time";

const first = 5 * second;

/**
 * Returns the pause before the next attempt. It starts at five seconds and triples after each attempt. Random jitter
 * shortens all but the first pause by up to half to spread out retries.
 * @param longest milliseconds
 * @param chance from 0 to 1
 */
export function pauseAfter(attempts: number, longest: number, chance = randomInt(1001) / 1000): number {
  if (attempts <= 1) return first;
  return Math.round(Math.min(longest, first * 3 ** (attempts - 1)) * (0.5 + chance / 2));
}
