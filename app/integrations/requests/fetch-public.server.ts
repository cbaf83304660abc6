import type { IncomingMessage } from "node:http";
import { openPublicRequest } from "./open-public-request.server";

export class AnswerTooLong extends Error {}

export interface FetchLimits {
  privateHosts: readonly string[];
  /** Longest accepted response, in bytes. */
  maxBytes: number;
  signal?: AbortSignal;
  /** The number of redirects to follow; none by default. */
  maxRedirects?: number;
}

const redirects = [301, 302, 303, 307, 308];

/**
 * `fetch` that checks each address it connects to, including redirects, and never sends credentials to another origin.
 * @throws HostForbidden, AnswerTooLong, or a network error
 */
export const fetchPublic =
  (limits: FetchLimits) =>
  async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    let url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers({
      "user-agent": "Firstnight",
      ...Object.fromEntries(new Headers(init.headers)),
    });
    for (let hops = 0; ; hops++) {
      const response = await fetchOnce(url, { ...init, headers }, limits);
      const target = response.headers.get("location");
      const isLast = init.redirect === "manual" || hops >= (limits.maxRedirects ?? 0);
      if (isLast || !target || !redirects.includes(response.status)) return response;
      const next = new URL(target, url);
      if (next.origin !== url.origin) headers.delete("authorization");
      url = next;
    }
  };

async function fetchOnce(
  url: URL,
  { method = "GET", headers, body, signal }: RequestInit & { headers: Headers },
  limits: FetchLimits,
): Promise<Response> {
  const message = await openPublicRequest({
    url,
    method,
    headers: Object.fromEntries(headers),
    privateHosts: limits.privateHosts,
    body: body == null ? undefined : String(body),
    signal: signal ?? limits.signal,
  });
  const bytes = await readBytes(message, limits.maxBytes);
  const { statusCode = 0 } = message;
  // The Response constructor rejects any other status.
  const status = statusCode >= 200 && statusCode <= 599 ? statusCode : 502;
  const isEmpty = [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : bytes, { status, headers: headersOf(message) });
}

async function readBytes(message: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop destroys the message.
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new AnswerTooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const headersOf = ({ headersDistinct }: IncomingMessage) =>
  Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
