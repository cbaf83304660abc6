import { bulkhead } from "cockatiel";
import type { App } from "~/boot/app.server";
import { spend } from "~/boot/rate-limits.server";
import { Refusal } from "~/core/refusal";

/** Each read takes a thread and up to 120 MB. Users' reads and the reads every five minutes share this limit. */
export const mostReaders = 2;
export const readers = bulkhead(mostReaders, Number.POSITIVE_INFINITY);

/** A user's request waits at most for this many others. */
const mostRequests = 20;
const perTherapist = { name: "calendar-reads", points: 30, seconds: 3600 };

interface Turns {
  asked: Set<number>;
  /** The reads every five minutes that are under way, by therapist. */
  regular: Map<number, Promise<void>>;
}

const turnsOfApps = new WeakMap<App, Turns>();

export function turnsOf(app: App): Turns {
  const turns = turnsOfApps.get(app) ?? { asked: new Set(), regular: new Map() };
  turnsOfApps.set(app, turns);
  return turns;
}

/**
 * Runs a user's request that reads a calendar, one at a time for each therapist.
 * @throws Refusal "too-many" if another request is reading for this therapist, or after 30 in an hour
 */
export async function withReadingTurn<Result>(
  app: App,
  therapistId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { asked, regular } = turnsOf(app);
  if (asked.has(therapistId)) {
    throw tooMany(
      "A calendar of this therapist is still being read. Wait until that's done, then try again.",
    );
  }
  if (asked.size >= mostRequests) {
    throw tooMany("Too many calendars are being read right now. Try again in a minute.");
  }
  asked.add(therapistId);
  try {
    await spend(app, perTherapist, String(therapistId));
    await regular.get(therapistId);
    return await work();
  } finally {
    asked.delete(therapistId);
  }
}

const tooMany = (message: string) => new Refusal("too-many", message, { retryAfter: 60 });
