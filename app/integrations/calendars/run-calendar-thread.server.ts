import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { projectRoot } from "~/core/root.server";
import { CalendarProblem, calendarTooLarge } from "./calendar-problem";
import type { CalendarQuery, WorkerMessage } from "./read-busy-times.worker.server";

const program = join(projectRoot, "build/read-busy-times.worker.js");
const longestRead = 50_000;
/** Enough for the 23,000 events of a typical file of 10 MB. The thread takes up to 120 MB in all. */
const heapMegabytes = 96;

export type BusyTimesRead = Omit<Extract<WorkerMessage, { kind: "read" }>, "kind">;

/**
 * Reads a calendar in a worker thread, so that a large calendar doesn't delay requests.
 * @param ownUids returns the UIDs of this clinic's visits, which don't count as busy
 * @returns null if the calendar's hash is `query.knownHash`
 * @throws CalendarProblem
 */
export async function readBusyTimes(
  query: CalendarQuery,
  ownUids: (uids: string[]) => Promise<string[]>,
  stopped: AbortSignal,
): Promise<BusyTimesRead | null> {
  stopped.throwIfAborted();
  const worker = new Worker(program, {
    workerData: query,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const tooLarge = new CalendarProblem(calendarTooLarge);
  const ending = AbortSignal.any([AbortSignal.timeout(longestRead), stopped]);
  return new Promise<BusyTimesRead | null>((resolve, reject) => {
    ending.addEventListener("abort", () => reject(tooLarge));
    worker.on("message", (message: WorkerMessage) => {
      if (message.kind === "problem") reject(new CalendarProblem(message.message));
      else if (message.kind === "unchanged") resolve(null);
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
    worker.once("exit", () => reject(new Error("The thread that reads calendars stopped early.")));
  }).finally(() => worker.terminate());
}
