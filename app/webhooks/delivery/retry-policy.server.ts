import { pauseAfter } from "~/core/backoff.server";
import { day, hour, second } from "~/core/time";
import type { Delivery } from "./delivery-queue.server";

/** Counted from the first attempt. */
const retriedFor = 3 * day;

/** The longest time between two attempts. */
export const maxPause = 6 * hour;

/**
 * When to try again, in milliseconds UTC. Null after three days, or if no retry can help.
 * @param result `retryAfter` is how many seconds the recipient asked us to wait
 */
export function nextTry(
  now: number,
  delivery: Pick<Delivery, "attempts" | "first_tried_at">,
  result: { retryAfter: number; isFinal?: boolean },
): number | null {
  if (result.isFinal) return null;
  const wanted = Math.min(result.retryAfter * second, maxPause);
  const at = now + Math.max(pauseAfter(delivery.attempts, maxPause), wanted);
  return at > (delivery.first_tried_at ?? now) + retriedFor ? null : at;
}
