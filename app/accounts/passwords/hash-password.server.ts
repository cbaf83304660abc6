import { availableParallelism } from "node:os";
import { type Algorithm, hash, verify } from "@node-rs/argon2";
import { Refusal } from "~/core/refusal";

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const cost = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each hash takes 19 MiB, a core, and a thread of the pool that files and DNS also need. One core is left for
// pages.
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
const mostWaiting = 100;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Refuses before any other work if too many passwords are waiting to be compared.
 * @throws Refusal "too-many"
 */
export function refuseIfQueueFull(): void {
  if (running < atOnce || waiting.length < mostWaiting) return;
  throw new Refusal("too-many", "Too many people are signing in. Please try again in a moment.", {
    retryAfter: 5,
  });
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  refuseIfQueueFull();
  if (running >= atOnce) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The slot is passed on without being freed, so that a later request can't get it first.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

let decoy: Promise<string> | undefined;

/** Takes the same time without a stored hash, because the time must not reveal unknown accounts. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hash("nobody's password", cost);
  const against = stored ?? (await decoy);
  const right = await inTurn(() => verify(against, password));
  return stored !== null && right;
}
