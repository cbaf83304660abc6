import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { bulkhead } from "cockatiel";
import { projectRoot } from "~/core/root.server";
import type { ExportProgress, PrintedMessage, Transcript } from "./transcript";

const program = join(projectRoot, "build/print-conversation.worker.js");

// Each worker uses a CPU core for several seconds, and up to 300 MB of memory.
const workers = bulkhead(2, Number.POSITIVE_INFINITY);

/** Generates a conversation's PDF in a worker thread. @param batches the messages, oldest first */
export function printConversation(
  transcript: Transcript,
  batches: AsyncIterable<PrintedMessage[]>,
  report: (progress: ExportProgress) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  report({ step: "waiting" });
  return workers.execute(async () => {
    const worker = new Worker(program, {
      workerData: transcript,
      resourceLimits: { maxOldGenerationSizeMb: 600 },
    });
    const printed = resultOf(worker, (percent) => report({ step: "writing", percent }));
    // Prevents an unhandled rejection while messages are read. `await printed` throws the error later.
    printed.catch(() => {});
    try {
      let messages = 0;
      for await (const batch of batches) {
        worker.postMessage(batch);
        messages += batch.length;
        report({ step: "reading", messages });
      }
      worker.postMessage(null);
      report({ step: "layout" });
      return await printed;
    } finally {
      await worker.terminate();
    }
  });
}

function resultOf(worker: Worker, onPercent: (percent: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    worker.on("message", (result: number | Uint8Array<ArrayBuffer>) => {
      if (typeof result === "number") onPercent(result);
      else resolve(result);
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The export worker stopped before the file was complete.")));
  });
}
