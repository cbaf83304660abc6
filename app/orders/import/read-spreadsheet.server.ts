import { open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Refusal } from "~/core/refusal";
import { projectRoot } from "~/core/root.server";
import type { SpreadsheetResult } from "./read-spreadsheet.worker.server";

const program = join(projectRoot, "build/read-spreadsheet.worker.js");
const longestRead = 60_000;
const heapMegabytes = 512;

const tooLarge = "This workbook is too large. In the spreadsheet, save it as CSV, then upload that file.";
const unreadable = "This workbook can't be read. In the spreadsheet, save it as CSV, then upload that file.";

/** True for a ZIP archive, as an .xlsx workbook is. */
export async function isSpreadsheet(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString("latin1") === "PK\x03\x04";
  } finally {
    await file.close();
  }
}

/** Replaces an .xlsx workbook with the CSV text of its first sheet. @returns the file's bytes. @throws Refusal "invalid" */
export async function convertSpreadsheet(path: string): Promise<number> {
  if (await isSpreadsheet(path)) await writeFile(path, await csvOf(path));
  return (await stat(path)).size;
}

/** Reads the first sheet in a worker thread, so that a large workbook doesn't delay requests. @throws Refusal "invalid" */
export async function csvOf(path: string): Promise<string> {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  const workbook = buffer.slice(byteOffset, byteOffset + byteLength);
  const worker = new Worker(program, {
    workerData: workbook,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const timeout = setTimeout(() => void worker.terminate(), longestRead);
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.once("message", (result: SpreadsheetResult) => {
        if ("csv" in result) resolve(result.csv);
        else reject(new Refusal("invalid", tooLarge));
      });
      worker.once("error", (error: NodeJS.ErrnoException) => {
        const isTooLarge = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        reject(new Refusal("invalid", isTooLarge ? tooLarge : unreadable));
      });
      worker.once("exit", () => reject(new Refusal("invalid", tooLarge)));
    });
  } finally {
    clearTimeout(timeout);
    await worker.terminate();
  }
}
