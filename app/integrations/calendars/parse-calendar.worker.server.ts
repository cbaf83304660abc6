import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "~/core/lower-thread-priority.server";
import { CalendarProblem } from "./calendar-problem";
import { mergeSpans } from "./merge-spans";
import { type EventsQuery, readEvents } from "./read-events";

export type WorkerMessage =
  | { kind: "problem"; message: string }
  | { kind: "uids"; uids: string[] }
  | { kind: "read"; events: number; busy: number; spans: { start: number; end: number }[] };

lowerThreadPriority();
const port = parentPort;
const query = workerData as EventsQuery;
const send = (message: WorkerMessage) => port?.postMessage(message);
try {
  const { events, busy } = readEvents(query);
  // The database is the main thread's: it answers with the UIDs that are visits.
  port?.once("message", (own: string[]) => {
    const known = new Set(own);
    const others = busy.filter(({ uid }) => !known.has(uid));
    const spans = mergeSpans(others, query.from, query.to);
    send({ kind: "read", events, busy: others.length, spans });
    port.close();
  });
  send({ kind: "uids", uids: [...new Set(busy.map(({ uid }) => uid))] });
} catch (error) {
  if (!(error instanceof CalendarProblem)) throw error;
  send({ kind: "problem", message: error.message });
}
