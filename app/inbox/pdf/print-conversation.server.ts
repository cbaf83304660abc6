import type { ChildProcess } from "node:child_process";
import { bulkhead } from "cockatiel";
import { Refusal } from "~/core/refusal";
import { startProcess } from "~/core/separate-process.server";
import { untilAborted } from "~/core/until-aborted";
import type { ExportProgress, PrintedMessage, Transcript } from "./transcript";

// Each process uses a CPU core for several seconds, and up to 300 MB of memory.
const processes = bulkhead(2, Number.POSITIVE_INFINITY);

const mostPerUser = 2;
const waitingFor = new Map<number, number>();

interface Printing {
  transcript: Transcript;
  /** The messages, oldest first. */
  batches: AsyncIterable<PrintedMessage[]>;
  userId: number;
  /** Aborts when the client leaves, which frees the PDF's place. */
  gone: AbortSignal;
  report?: (progress: ExportProgress) => void;
}

/**
 * Generates a conversation's PDF in a separate process.
 * @throws Refusal "too-many" if the user is waiting for two others; or the signal's reason
 */
export async function printConversation(printing: Printing): Promise<Uint8Array<ArrayBuffer>> {
  const { userId, gone } = printing;
  requirePlace(userId);
  waitingFor.set(userId, (waitingFor.get(userId) ?? 0) + 1);
  try {
    return await untilAborted(gone, print(printing));
  } finally {
    const left = (waitingFor.get(userId) ?? 1) - 1;
    if (left > 0) waitingFor.set(userId, left);
    else waitingFor.delete(userId);
  }
}

/** @throws Refusal "too-many" if the user is waiting for two PDFs */
export function requirePlace(userId: number): void {
  if ((waitingFor.get(userId) ?? 0) < mostPerUser) return;
  throw new Refusal(
    "too-many",
    "Two of your PDFs are still being made. Wait for one of them, then try again.",
    {
      retryAfter: 10,
    },
  );
}

function print({ transcript, batches, gone, report = () => {} }: Printing): Promise<Uint8Array<ArrayBuffer>> {
  report({ step: "waiting" });
  return processes.execute(async () => {
    const printer = startProcess("print-conversation", ["--max-old-space-size=600"]);
    const stop = () => printer.kill();
    gone.addEventListener("abort", stop);
    const printed = resultOf(printer, (percent) => report({ step: "writing", percent }));
    // Prevents an unhandled rejection while messages are read. `await printed` throws the error later.
    printed.catch(() => {});
    try {
      let messages = 0;
      printer.send(transcript);
      for await (const batch of batches) {
        gone.throwIfAborted();
        printer.send(batch);
        messages += batch.length;
        report({ step: "reading", messages });
      }
      printer.send("end");
      report({ step: "layout" });
      return await printed;
    } finally {
      gone.removeEventListener("abort", stop);
      stop();
    }
  }, gone);
}

function resultOf(
  printer: ChildProcess,
  onPercent: (percent: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    printer.on("message", (result: number | Uint8Array<ArrayBuffer> | Error) => {
      if (typeof result === "number") onPercent(result);
      else if (result instanceof Error) reject(result);
      else resolve(result);
    });
    printer.on("error", reject);
    printer.once("exit", () => reject(new Error("The export stopped before the file was complete.")));
  });
}
