import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { brotliCompressSync, constants, createGzip, gzipSync } from "node:zlib";
import { TextResponse } from "../render/single-write-response.server";
import { pageHeaders } from "./security-headers.server";

/** Answers in the API's words before Remix is asked; drops the connection where an answer has begun. */
export function sendError(outgoing: ServerResponse, status: number, said: string | { error: string }): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.statusCode = status;
  outgoing.setHeader("Content-Type", "application/json; charset=utf-8");
  outgoing.setHeader("Cache-Control", "no-store");
  outgoing.end(JSON.stringify(typeof said === "string" ? { error: said } : said));
}

// Beyond so many bytes an answer is not gathered in memory, and goes out unpacked.
const longest = 4_000_000;

/** Sends what Remix answered, with the cookies set on the way, packed in one shot. */
export async function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: Response,
  replyHeaders: Headers,
  nonce: string,
): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of [...response.headers, ...replyHeaders]) {
    if (name !== "set-cookie") outgoing.setHeader(name, value);
  }
  const cookies = [...response.headers.getSetCookie(), ...replyHeaders.getSetCookie()];
  if (cookies.length > 0) outgoing.setHeader("Set-Cookie", cookies);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/html")) {
    for (const [name, value] of pageHeaders(nonce)) outgoing.setHeader(name, value);
  }
  if (response instanceof TextResponse) return sendWhole(incoming, outgoing, Buffer.from(response.whole));
  if (!response.body) return void outgoing.end();
  const size = response.headers.get("content-length");
  if (/^(text\/csv|application\/json)/.test(type) && size === null) {
    return sendAsItComes(incoming, outgoing, Readable.fromWeb(response.body as never));
  }
  const isLong = Number(size) > longest;
  if (isLong || !/^(text\/(html|plain|css|calendar)|application\/(json|xml))/.test(type)) {
    return void pipeline(Readable.fromWeb(response.body as never), outgoing, () => {});
  }
  sendWhole(incoming, outgoing, Buffer.from(await response.arrayBuffer()));
}

/** A table or a list may be long: it is packed on the way, and not in the thread that others wait for. */
function sendAsItComes(incoming: IncomingMessage, outgoing: ServerResponse, body: Readable): void {
  outgoing.setHeader("Vary", "Accept-Encoding, Cookie");
  if (!/\bgzip\b/.test(acceptedBy(incoming))) return void pipeline(body, outgoing, () => {});
  outgoing.setHeader("Content-Encoding", "gzip");
  pipeline(body, createGzip(), outgoing, () => {});
}

const acceptedBy = (incoming: IncomingMessage) => String(incoming.headers["accept-encoding"] ?? "");

function sendWhole(incoming: IncomingMessage, outgoing: ServerResponse, plain: Buffer): void {
  const packed = compress(plain, acceptedBy(incoming));
  outgoing.setHeader("Vary", "Accept-Encoding, Cookie, Save-Data");
  if (packed.encoding) outgoing.setHeader("Content-Encoding", packed.encoding);
  outgoing.setHeader("Content-Length", packed.bytes.length);
  outgoing.end(incoming.method === "HEAD" ? undefined : packed.bytes);
}

// One shot over the whole body: a compression stream costs three times as much (stack facts, section 3).
function compress(bytes: Buffer, accepted: string): { bytes: Buffer; encoding?: string } {
  if (bytes.length < 1000) return { bytes };
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return { bytes: brotliCompressSync(bytes, { params }), encoding: "br" };
  }
  if (/\bgzip\b/.test(accepted)) return { bytes: gzipSync(bytes), encoding: "gzip" };
  return { bytes };
}
