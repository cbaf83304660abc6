import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  wrap,
} from "cockatiel";
import { systemClock } from "~/core/time";
import { OrderSystemFailure } from "./order-system-failure";

/** How long and how often the order system is asked. Milliseconds. */
export interface Limits {
  /** A question with all that belongs to it ends within this. */
  answerWithin: number;
  /** So many failures in a row, and it is left alone … */
  failuresInRow: number;
  /** … for so long; then one question is tried. */
  restFor: number;
  /** So many questions at a time; as many again and again as many may wait. */
  atOnce: number;
  /** How often a question is asked again that ran into another one's lock. */
  reruns: number;
}

export const usualLimits: Limits = {
  answerWithin: 5000,
  failuresInRow: 5,
  restFor: 30_000,
  atOnce: 4,
  reruns: 3,
};

/** Runs a question under the limits; what it gets is the signal that ends it. */
export type OrderSystemGuard = <Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
) => Promise<Answer>;

/** Keeps a failing order system from being asked, and a slow one from being asked by everybody at once. */
export function guardOrderSystem(limits: Limits): OrderSystemGuard {
  let policy = policyBy(limits);
  let seen = 0;
  return async (ask, signal) => {
    const now = systemClock.now();
    // The rest is measured by the clock: one that went back would make it last until it is there again.
    if (now < seen - limits.restFor) policy = policyBy(limits);
    seen = now;
    try {
      return await policy.execute(() => ask(signal), signal);
    } catch (error) {
      throw signal.aborted || !(error instanceof OrderSystemFailure) ? translated(error, signal) : error;
    }
  };
}

function policyBy(limits: Limits) {
  return wrap(
    retry(
      handleWhen((error) => error instanceof OrderSystemFailure && error.kind === "busy"),
      { maxAttempts: limits.reruns, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 1000 }) },
    ),
    circuitBreaker(
      handleWhen((error) => error instanceof OrderSystemFailure && error.isTrouble),
      { halfOpenAfter: limits.restFor, breaker: new ConsecutiveBreaker(limits.failuresInRow) },
    ),
    bulkhead(limits.atOnce, limits.atOnce * 4),
  );
}

function translated(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof BrokenCircuitError) {
    return new OrderSystemFailure(
      "resting",
      "The order system has failed several times in a row. It is tried again in half a minute.",
    );
  }
  if (error instanceof BulkheadRejectedError) {
    return new OrderSystemFailure("slow", "Too many questions wait for the order system. Please try again.");
  }
  if (error instanceof TaskCancelledError || signal.aborted) {
    return new OrderSystemFailure("slow", "The order system did not answer in time. Please try again later.");
  }
  return error;
}
