import { availableParallelism } from "node:os";
import { type Algorithm, hash, verify } from "@node-rs/argon2";
import { Refusal } from "~/core/refusal";

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const cost = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each hash needs 19 MiB, a core, and a thread from the pool that files and DNS share. One core stays free for pages.
const mostRunning = Math.max(1, Math.min(2, availableParallelism() - 1));
const mostWaiting = 100;

let running = 0;
const waiting: (() => void)[] = [];

/** Call this before any other sign-in work. @throws Refusal "too-many" if the password queue is full */
export function refuseIfQueueFull(): void {
  if (running < mostRunning || waiting.length < mostWaiting) return;
  throw new Refusal("too-many", "Too many people are signing in. Please try again in a moment.", {
    retryAfter: 5,
  });
}

async function queued<Result>(work: () => Promise<Result>): Promise<Result> {
  refuseIfQueueFull();
  if (running >= mostRunning) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The slot goes straight to the next in line, so that no later request can get it first.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => queued(() => hash(password, cost));

let decoy: Promise<string> | undefined;

/** Compares with a decoy if there is no stored hash, so that the time doesn't reveal whether the account exists. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hash("decoy", cost);
  const against = stored ?? (await decoy);
  const right = await queued(() => verify(against, password));
  return stored !== null && right;
}
