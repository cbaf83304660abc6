import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { second } from "~/core/time";

const bodyLimit = 256 * 1024;
const bodyWithin = 30 * second;

const megabyte = 1024 * 1024;

/** Paths that take a file, and how many bytes at most; every other body is small and read at once. */
const uploads: ReadonlyMap<string, number> = new Map([["/admin/import", 200 * megabyte]]);

/** Longest that a body may take to arrive, an upload on a slow line included; milliseconds. */
export const slowestBody = 15 * 60 * second;

export class BodyTooLarge extends Error {}
export class BodyTooSlow extends Error {}

/** How many bytes a path takes as a file; null where it takes none. */
export const uploadLimitOf = (path: string): number | null => uploads.get(path) ?? null;

/**
 * Reads a small body. One over the limit is read to its end and dropped, so that the client gets to see
 * the 413.
 *
 * @throws BodyTooLarge; BodyTooSlow
 */
export function readBody(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const late = setTimeout(() => reject(new BodyTooSlow()), bodyWithin);
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyLimit) chunks.push(chunk);
      else reject(new BodyTooLarge());
    });
    incoming.once("close", () => clearTimeout(late));
    incoming.on("end", () => {
      clearTimeout(late);
      resolve(Buffer.concat(chunks));
    });
    incoming.on("error", reject);
  });
}

/** A large body as a stream, which fails at its end where it was over the limit; the excess is dropped. */
export function streamBody(incoming: IncomingMessage, limit: number): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bounded(incoming, limit))) as ReadableStream<Uint8Array>;
}

async function* bounded(incoming: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) yield chunk;
  }
  if (size > limit) throw new BodyTooLarge();
}
