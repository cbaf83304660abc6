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

/** Times in milliseconds. */
export interface Limits {
  answerWithin: number;
  /** After this many failures in a row, requests pause for `restFor`. */
  failuresInRow: number;
  restFor: number;
  atOnce: number;
  reruns: number;
}

export const usualLimits: Limits = {
  answerWithin: 5000,
  failuresInRow: 5,
  restFor: 30_000,
  atOnce: 4,
  reruns: 3,
};

type OrderSystemGuard = <Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
) => Promise<Answer>;

/** Limits retries, parallel requests, and requests to a failing order system. */
export function guardOrderSystem(limits: Limits): OrderSystemGuard {
  let policy = policyBy(limits);
  let seen = 0;
  return async (ask, signal) => {
    const now = systemClock.now();
    // The pause depends on the clock. If the clock were set back, the pause would last until it caught up.
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
      "The order system has failed several times in a row. Try again in 30 seconds.",
    );
  }
  if (error instanceof BulkheadRejectedError) {
    return new OrderSystemFailure(
      "slow",
      "Too many requests are waiting for the order system. Try again later.",
    );
  }
  if (error instanceof TaskCancelledError || signal.aborted) {
    return new OrderSystemFailure("slow", "The order system did not respond in time. Try again later.");
  }
  return error;
}
