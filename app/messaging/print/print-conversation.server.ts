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
 * @returns the bytes as they come, once the first are there; what went wrong before throws
 */
export async function printConversation(
  transcript: Transcript,
  batches: AsyncIterable<PrintedMessage[]>,
): Promise<ReadableStream<Uint8Array>> {
  const giveTurn = await takeTurn();
  const worker = new Worker(program, {
    workerData: transcript,
    // Little room for what is short-lived: V8 would fill more before it cleans up.
    resourceLimits: { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 8 },
  });
  worker.once("exit", giveTurn);
  const stream = streamOf(worker);
  // The thread may fail while messages are still read; it is asked for what went wrong after them.
  stream.catch(() => {});
  try {
    for await (const batch of batches) worker.postMessage(batch);
    worker.postMessage(null);
    return await stream;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

function streamOf(worker: Worker): Promise<ReadableStream<Uint8Array>> {
  return new Promise((resolve, reject) => {
    let begun = false;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        let over = false;
        worker.on("message", (bytes: Uint8Array | null) => {
          if (over) return;
          if (bytes) controller.enqueue(bytes);
          else {
            over = true;
            controller.close();
          }
          if (!begun) {
            begun = true;
            resolve(stream);
          }
        });
        const fail = (error: unknown) => {
          if (over) return;
          over = true;
          controller.error(error);
          reject(error);
        };
        worker.once("error", fail);
        worker.once("exit", () => fail(new Error("The printing ended early.")));
      },
      async cancel() {
        await worker.terminate();
      },
    });
  });
}
