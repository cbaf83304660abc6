import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { fill } from "~/core/language/strings";
import { Refusal } from "~/core/refusal";
import { projectRoot } from "~/core/root.server";
import { second } from "~/core/time";
import { strings } from "../strings";
import type { PhotoOrder, PhotoResult } from "./reencode-photo.worker.server";

/** In bytes. */
const mostPhotoBytes = 10 * 1024 * 1024;

// The largest photos of today's phones have 48 to 50 million pixels.
const megapixels = 50;
const longestSide = 2000;
const thumbnailSide = 240;
const heapMegabytes = 256;
const longestTime = 30 * second;
// One after another, so that many photos don't need the memory of all of them. More wait than one patient sends.
const mostWaiting = 30;

const program = join(projectRoot, "build/reencode-photo.worker.js");

export type Photo = Exclude<PhotoResult, { problem: unknown }>;

/**
 * Decodes a photo in a worker thread and encodes it again, without its metadata, at most 2,000 pixels a side.
 * @throws Refusal "invalid" for an empty, too large, or unreadable file; "too-many" if too many photos wait
 */
export async function reencodePhoto(file: Blob): Promise<Photo> {
  if (file.size === 0) throw new Refusal("invalid", strings.photo.empty);
  if (file.size > mostPhotoBytes) throw new Refusal("invalid", strings.photo.tooLarge);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = typeOf(Buffer.from(bytes.buffer, 0, Math.min(bytes.length, 32)));
  if (!type) throw new Refusal("invalid", strings.photo.unreadable);
  return inTurn(() =>
    reencode({
      file: bytes,
      isHeic: type === "heic",
      mostPixels: megapixels * 1e6,
      longestSide,
      thumbnailSide,
    }),
  );
}

/** By the file's own first bytes, because its name and declared type prove nothing. */
function typeOf(start: Buffer): "jpeg" | "png" | "heic" | null {
  if (start.toString("latin1", 0, 3) === "\xff\xd8\xff") return "jpeg";
  if (start.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  return /^ftyp(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1)/.test(start.toString("latin1", 4, 12))
    ? "heic"
    : null;
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= mostWaiting) throw new Refusal("too-many", strings.photo.busy, { retryAfter: 10 });
  waiting += 1;
  const mine = last.then(work).finally(() => {
    waiting -= 1;
  });
  last = mine.catch(() => undefined);
  return mine;
}

async function reencode(order: PhotoOrder): Promise<Photo> {
  const worker = new Worker(program, {
    workerData: order,
    transferList: [order.file.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // libheif writes about broken files.
    stdout: true,
    stderr: true,
  });
  const timeout = setTimeout(() => void worker.terminate(), longestTime);
  try {
    const result = await new Promise<PhotoResult>((resolve) => {
      worker.once("message", resolve);
      // Including after the time or the memory has run out.
      worker.once("error", () => resolve({ problem: "unreadable" }));
      worker.once("exit", () => resolve({ problem: "unreadable" }));
    });
    if (!("problem" in result)) return result;
    const { unreadable, tooManyPixels } = strings.photo;
    const isLarge = result.problem === "too-many-pixels";
    throw new Refusal("invalid", isLarge ? fill(tooManyPixels, { megapixels }) : unreadable);
  } finally {
    clearTimeout(timeout);
    await worker.terminate();
  }
}
