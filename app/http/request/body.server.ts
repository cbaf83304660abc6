import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { second } from "~/core/time";

const bodyLimit = 256 * 1024;
const bodyTimeout = 30 * second;

const megabyte = 1024 * 1024;

/** Paths that accept a file, with the limit in bytes. */
const uploads: ReadonlyMap<string, number> = new Map([
  ["/admin/import", 200 * megabyte],
  ["/nights/import", 50 * megabyte],
  ["/admin/company/logo", 20 * megabyte],
  // Photos have at most 10 MB each.
  ["/my-visit/questions", 42 * megabyte],
]);

/** The timeout for any body, including uploads over a slow connection, in ms. */
export const slowestBody = 15 * 60 * second;

export class BodyTooLarge extends Error {}
export class BodyTooSlow extends Error {}

/** Whether reading an upload failed because it is over its limit. */
export function isTooLarge(error: Error): boolean {
  return error instanceof BodyTooLarge || (error.cause instanceof Error && isTooLarge(error.cause));
}

export const uploadLimitOf = (path: string): number | null => uploads.get(path) ?? null;

/**
 * Reads a body. A body over the limit is read to its end and dropped, because otherwise the client wouldn't
 * see the 413.
 */
export function readBody(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => reject(new BodyTooSlow()), bodyTimeout);
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyLimit) chunks.push(chunk);
      else reject(new BodyTooLarge());
    });
    incoming.once("close", () => clearTimeout(timer));
    incoming.on("end", () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    });
    incoming.on("error", reject);
  });
}

/** Returns a large body as a stream. If it is over the limit, the rest is dropped and the stream fails at its end. */
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
