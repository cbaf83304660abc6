import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { projectRoot } from "~/core/root.server";
import { CalendarProblem } from "./calendar-problem";
import type { WorkerMessage } from "./parse-calendar.worker.server";
import type { EventsQuery } from "./read-events";

const program = join(projectRoot, "build/parse-calendar.worker.js");
const longestParse = 20_000;

export type ParsedCalendar = Omit<Extract<WorkerMessage, { kind: "read" }>, "kind">;

/**
 * Reads events in a thread, so that a large calendar delays no request.
 * @param ownUids which of these UIDs are visits of this clinic and so not busy
 * @throws CalendarProblem
 */
export function parseCalendar(
  query: EventsQuery,
  ownUids: (uids: string[]) => Promise<string[]>,
): Promise<ParsedCalendar> {
  const worker = new Worker(program, { workerData: query, resourceLimits: { maxOldGenerationSizeMb: 256 } });
  const tooLarge = new CalendarProblem("The calendar is too large to be read.");
  return new Promise<ParsedCalendar>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLarge), longestParse);
    worker.on("message", (message: WorkerMessage) => {
      if (message.kind === "problem") reject(new CalendarProblem(message.message));
      else if (message.kind === "read") resolve(message);
      else
        ownUids(message.uids).then(
          (own) => worker.postMessage(own),
          (error) => reject(error),
        );
    });
    worker.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge : error),
    );
    worker.once("exit", () => {
      clearTimeout(timer);
      reject(new Error("The thread that reads calendars stopped early."));
    });
  }).finally(() => worker.terminate());
}
