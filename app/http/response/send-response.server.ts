import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import zlib, { brotliCompressSync, constants, createGzip, gzipSync } from "node:zlib";
import type { AppLoadContext } from "@remix-run/node";
import { pageHeaders } from "./security-headers.server";

export function sendError(outgoing: ServerResponse, status: number, body: { error: string }): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.statusCode = status;
  outgoing.setHeader("Content-Type", "application/json; charset=utf-8");
  outgoing.setHeader("Cache-Control", "no-store");
  outgoing.end(JSON.stringify(body));
}

// In bytes. A body with a greater Content-Length is neither buffered nor compressed.
const longestBufferedBody = 4_000_000;

export async function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: Response,
  { replyHeaders, nonce, formTargets }: Pick<AppLoadContext, "replyHeaders" | "nonce" | "formTargets">,
): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of [...response.headers, ...replyHeaders]) {
    if (name !== "set-cookie") outgoing.setHeader(name, value);
  }
  const cookies = [...response.headers.getSetCookie(), ...replyHeaders.getSetCookie()];
  if (cookies.length > 0) outgoing.setHeader("Set-Cookie", cookies);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/html")) {
    for (const [name, value] of pageHeaders(nonce, formTargets)) outgoing.setHeader(name, value);
  }
  if (!response.body) return void outgoing.end();
  const size = response.headers.get("content-length");
  if (/^(text\/csv|application\/json)/.test(type) && size === null) {
    return sendStreamed(incoming, outgoing, Readable.fromWeb(response.body as never));
  }
  const isLong = Number(size) > longestBufferedBody;
  if (isLong || !/^(text\/(html|plain|css|calendar)|application\/(json|xml))/.test(type)) {
    return void pipeline(Readable.fromWeb(response.body as never), outgoing, () => {});
  }
  sendBuffered(incoming, outgoing, Buffer.from(await response.arrayBuffer()));
}

/** Compresses a table or list as it is read, outside the main thread, because it may be long. */
function sendStreamed(incoming: IncomingMessage, outgoing: ServerResponse, body: Readable): void {
  outgoing.setHeader("Vary", "Accept-Encoding, Cookie");
  if (!/\bgzip\b/.test(acceptedBy(incoming))) return void pipeline(body, outgoing, () => {});
  outgoing.setHeader("Content-Encoding", "gzip");
  pipeline(body, createGzip(), outgoing, () => {});
}

const acceptedBy = (incoming: IncomingMessage) => String(incoming.headers["accept-encoding"] ?? "");

function sendBuffered(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
  const { bytes, encoding } = compress(body, acceptedBy(incoming));
  outgoing.setHeader("Vary", "Accept-Encoding, Accept-Language, Cookie, Save-Data");
  if (encoding) outgoing.setHeader("Content-Encoding", encoding);
  outgoing.setHeader("Content-Length", bytes.length);
  outgoing.end(incoming.method === "HEAD" ? undefined : bytes);
}

/** Node 22.12 to 22.14 have no Zstandard. */
/**
 * ZSTD_c_targetCBlockSize, in bytes. By default, a page is one block, of which the browser can't read anything until it is
 * complete. Node has no name for this parameter of Zstandard 1.5.6 and later.
 */
const targetBlockSize = 130;

const hasZstandard = typeof zlib.zstdCompressSync === "function";

/**
 * A compression stream takes three times as long as one call for the full body. Zstandard takes 40 % of the time of
 * Brotli for 8 % more bytes (docs/speed.md).
 */
function compress(bytes: Buffer, accepted: string): { bytes: Buffer; encoding?: string } {
  if (bytes.length < 1000) return { bytes };
  if (hasZstandard && /\bzstd\b/.test(accepted)) {
    const params = { [constants.ZSTD_c_compressionLevel]: 5, [targetBlockSize]: 2048 };
    return { bytes: zlib.zstdCompressSync(bytes, { params }), encoding: "zstd" };
  }
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return { bytes: brotliCompressSync(bytes, { params }), encoding: "br" };
  }
  if (/\bgzip\b/.test(accepted)) return { bytes: gzipSync(bytes), encoding: "gzip" };
  return { bytes };
}
