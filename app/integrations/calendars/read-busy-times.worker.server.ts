import { createHash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "~/core/lower-thread-priority.server";
import { problemInWords } from "./calendar-problems.server";
import { mergeSpans } from "./merge-spans";
import { readCaldav } from "./read-caldav.server";
import { type EventsQuery, readEvents } from "./read-events";
import { type CalendarAccess, readIcs } from "./read-ics.server";

export interface CalendarQuery extends Omit<EventsQuery, "texts"> {
  kind: "ics" | "caldav";
  access: CalendarAccess;
  privateHosts: readonly string[];
  /** The hash of the last read, if its busy times are still valid. */
  knownHash: string | null;
}

export type WorkerMessage =
  | { kind: "problem"; message: string }
  | { kind: "unchanged" }
  | { kind: "uids"; uids: string[] }
  | {
      kind: "read";
      hash: string;
      events: number;
      busy: number;
      spans: { start: number; end: number }[];
      /** Sentences about events that can't be read. */
      unread: string[];
    };

const answerWithin = 30_000;
const maxBytes = 10e6;

lowerThreadPriority();
const port = parentPort;
const send = (message: WorkerMessage) => port?.postMessage(message);

try {
  await read(workerData as CalendarQuery);
} catch (error) {
  const message = problemInWords(error);
  if (!message) throw error;
  send({ kind: "problem", message });
}

async function read(query: CalendarQuery): Promise<void> {
  const texts = await fetchTexts(query);
  const hash = hashOf([query.zone, ...texts]);
  if (hash === query.knownHash) return send({ kind: "unchanged" });
  const { events, busy, unread } = readEvents({ ...query, texts });
  // Only the main thread can read the database. It returns the UIDs that are visits.
  port?.once("message", (own: string[]) => {
    const known = new Set(own);
    const others = busy.filter(({ uid }) => !known.has(uid));
    const spans = mergeSpans(others, query.from, query.to);
    send({ kind: "read", hash, events, busy: others.length, spans, unread });
    port.close();
  });
  send({ kind: "uids", uids: [...new Set(busy.map(({ uid }) => uid))] });
}

async function fetchTexts({ kind, access, privateHosts, from, to }: CalendarQuery): Promise<string[]> {
  const limits = { privateHosts, maxBytes, maxRedirects: 5, signal: AbortSignal.timeout(answerWithin) };
  return kind === "ics" ? [await readIcs(access, limits)] : readCaldav(access, limits, { from, to });
}

function hashOf(texts: string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex");
}
