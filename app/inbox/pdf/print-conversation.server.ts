import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { projectRoot } from "~/core/root.server";
import type { PrintedMessage, Transcript } from "./transcript";

const program = join(projectRoot, "build/print-conversation.worker.js");

// Two at a time: each takes a core for a second or two and up to 100 MB.
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function takeTurn(): Promise<() => void> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  let given = false;
  return () => {
    if (given) return;
    given = true;
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
}

/**
 * Prints a conversation as PDF in a thread of its own.
 *
 * @param batches the messages, in order; read while the thread lays out those before
 * @returns the bytes of the file; what went wrong throws
 */
export async function printConversation(
  transcript: Transcript,
  batches: AsyncIterable<PrintedMessage[]>,
): Promise<Uint8Array<ArrayBuffer>> {
  const giveTurn = await takeTurn();
  const worker = new Worker(program, {
    workerData: transcript,
    // Little room for what is short-lived: V8 would fill more before it cleans up.
    resourceLimits: { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 8 },
  });
  worker.once("exit", giveTurn);
  const printed = printedBy(worker);
  // The thread may fail while messages are still read; it is asked for what went wrong after them.
  printed.catch(() => {});
  try {
    for await (const batch of batches) worker.postMessage(batch);
    worker.postMessage(null);
    return await printed;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

function printedBy(worker: Worker): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The printing ended early.")));
  });
}
