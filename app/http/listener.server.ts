import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { RequestHandler } from "@remix-run/node";
import type { App } from "~/boot/app.server";
import { requestSlot, writeSlot } from "~/core/yield-to-event-loop.server";
import { earlyRefusals } from "./early-refusals.server";
import { fileServer } from "./files.server";
import type { ApiRoute } from "./openapi.server";
import { acceptedEncodings } from "./request/accepted-encodings";
import { BodyTooLarge, BodyTooSlow, readBody, streamBody, uploadLimitOf } from "./request/body.server";
import { addressChain, clientAddress } from "./request/client-address.server";
import { isSameOrigin } from "./request/origin.server";
import { securityHeaders } from "./response/security-headers.server";
import { sendError, sendResponse } from "./response/send-response.server";
import type { RouteName } from "./route-names.server";

const verbs = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const unsafe = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * The front door on plain node:http: statics, limits, same origin, then Remix, then headers
 * and compression in one shot.
 *
 * @param isStopping answers 503 to what arrives while the process finishes its last requests
 */
export function createListener(
  app: App,
  remix: RequestHandler,
  publicFolder: string,
  isStopping: () => boolean,
  apiRoutes: readonly ApiRoute[],
  routeName: RouteName,
): RequestListener {
  const serveFile = fileServer(app, publicFolder);
  const standing = securityHeaders(app.config);
  const words = earlyRefusals(apiRoutes, routeName);

  return (incoming, outgoing) => {
    const started = performance.now();
    const requestId = randomUUID();
    for (const [name, value] of standing) outgoing.setHeader(name, value);
    outgoing.setHeader("X-Request-Id", requestId);
    // The server of files looks for the names alone, and would take a refusal for a wish.
    incoming.headers["accept-encoding"] = acceptedEncodings(incoming.headers["accept-encoding"] ?? "");
    const url = incoming.url ?? "/";
    outgoing.once("finish", () => {
      const ms = performance.now() - started;
      // Never the address itself: a code or a token stands in it, however it is written.
      const route = routeName(url);
      app.log.info(
        {
          requestId,
          method: incoming.method,
          route,
          status: outgoing.statusCode,
          ms: Math.round(ms * 10) / 10,
        },
        "request",
      );
      measure(incoming.method ?? "", route, outgoing, ms);
    });
    if (serveFile(incoming, outgoing, requestId)) return;
    serve(incoming, outgoing, requestId).catch((error: unknown) => {
      const refuse = (status: number, sentence: string) =>
        words.refuse(outgoing, { url, method: incoming.method ?? "" }, status, sentence);
      if (error instanceof BodyTooLarge) {
        outgoing.setHeader("Connection", "close");
        return refuse(413, "That is too much at once: send at most 256 KB.");
      }
      if (error instanceof BodyTooSlow) {
        outgoing.setHeader("Connection", "close");
        return refuse(408, "The request took too long to arrive.");
      }
      if (incoming.destroyed && !incoming.complete) return outgoing.destroy();
      app.log.error({ requestId, err: error }, "fault");
      refuse(500, "Something went wrong on our side.");
    });
  };

  function measure(method: string, route: string, outgoing: ServerResponse, ms: number): void {
    const status = String(outgoing.statusCode);
    app.metrics.requests.inc({ method: verbs.has(method) ? method : "other", route, status });
    // How long somebody listened says nothing about how long the answer took.
    const isStream = String(outgoing.getHeader("content-type")).startsWith("text/event-stream");
    if (!isStream) app.metrics.latency.observe({ route }, ms / 1000);
  }

  async function serve(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    requestId: string,
  ): Promise<void> {
    const method = incoming.method ?? "GET";
    const asked = { url: incoming.url ?? "/", method };
    if (isStopping()) {
      outgoing.setHeader("Connection", "close");
      return words.refuse(outgoing, asked, 503, "Firstnight is restarting. Please try again in a moment.");
    }
    if (!verbs.has(method)) return words.refuseMethod(outgoing, asked);
    const url = urlOf(incoming, app.config.publicUrl);
    if (!url) return sendError(outgoing, 400, "The address could not be read.");
    if (unsafe.has(method) && !isSameOrigin(incoming.headers, app.config.publicUrl)) {
      return words.refuse(outgoing, asked, 403, "This request did not come from Firstnight's own pages.");
    }
    const limit = method === "POST" ? uploadLimitOf(url.pathname) : null;
    // Whoever is sent away before the whole file was read can't use this connection again.
    if (limit !== null) outgoing.setHeader("Connection", "close");
    const body = unsafe.has(method) ? await bodyOf(incoming, limit) : null;
    const gone = new AbortController();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    if (unsafe.has(method)) {
      await writeSlot();
    } else {
      await requestSlot();
      if (gone.signal.aborted) return;
    }
    const headers = headersOf(incoming);
    // Our own check has run; Remix's compares hosts only and answers a mismatch with a 500.
    headers.delete("origin");
    // Without the signal, which would make it three times as dear: who wants it finds it in the context.
    const request = new Request(url, {
      method,
      headers,
      ...(body && { body, duplex: "half" }),
    } as RequestInit);
    const nonce = randomBytes(16).toString("base64url");
    const replyHeaders = new Headers();
    const response = await remix(request, {
      app,
      requestId,
      nonce,
      address: clientAddress(incoming, app.config.trustProxy),
      chain: addressChain(incoming),
      replyHeaders,
      gone: gone.signal,
      apiRoutes,
    });
    await sendResponse(incoming, outgoing, response, replyHeaders, nonce);
  }
}

function urlOf(incoming: IncomingMessage, publicUrl: string): URL | null {
  try {
    const asked = new URL(`http://h${incoming.url?.startsWith("/") ? incoming.url : "/"}`);
    decodeURIComponent(asked.pathname);
    // Set part by part: a path that begins with two slashes would be taken for another host.
    const url = new URL(publicUrl);
    url.pathname = asked.pathname;
    url.search = asked.search;
    return url;
  } catch {
    return null;
  }
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}

/** A file comes as a stream, anything else whole; null where there is nothing. */
async function bodyOf(
  incoming: IncomingMessage,
  limit: number | null,
): Promise<Uint8Array | ReadableStream | null> {
  if (limit !== null) return streamBody(incoming, limit);
  const body = await readBody(incoming);
  return body.length > 0 ? new Uint8Array(body) : null;
}
