import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { App } from "~/boot/app.server";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { strings } from "~/core/strings";
import { requestSlot, writeSlot } from "~/core/yield-to-event-loop.server";
import { earlyRefusals } from "./early-refusals.server";
import { fileServer } from "./files.server";
import { apiRoutesOf } from "./openapi.server";
import type { Renderer } from "./render/renderer";
import { BodyTooLarge, BodyTooSlow, readBody, streamBody, uploadLimitOf } from "./request/body.server";
import { addressChain, clientAddress } from "./request/client-address.server";
import { isForeignSubresource, isSameOrigin } from "./request/origin.server";
import { requestLanguage } from "./request/request-language.server";
import { securityHeaders } from "./response/security-headers.server";
import { sendError, sendResponse } from "./response/send-response.server";
import type { RouteArgs } from "./route-args.server";
import { routeNames } from "./route-names.server";

const verbs = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const unsafe = new Set(["POST", "PUT", "PATCH", "DELETE"]);

// In characters, as sent. The longest path of our own has under 200.
const longestPath = 1000;

interface ListenerOptions {
  build: ServerBuild;
  renderer: Renderer;
  publicFolder: string;
  /** While the process finishes its last requests, new requests get 503. */
  isStopping(): boolean;
  /** Finds where the company that a request is about has moved. Null if it is here. */
  findNewAddress(args: RouteArgs): Promise<string | null>;
}

/** Serves files, checks limits and origin, calls Remix, then adds headers and compresses the response. */
export function createListener(
  app: App,
  { build, renderer, publicFolder, isStopping, findNewAddress }: ListenerOptions,
): RequestListener {
  const apiRoutes = apiRoutesOf(build.routes);
  const routeName = routeNames(Object.values(build.routes).map((route) => route?.path));
  const remix = renderer.createHandler(build, routeName);
  const serveFile = fileServer(app, publicFolder);
  const commonHeaders = securityHeaders(app.config);
  const early = earlyRefusals(apiRoutes, routeName);

  return (incoming, outgoing) => {
    const started = performance.now();
    const requestId = randomUUID();
    for (const [name, value] of commonHeaders) outgoing.setHeader(name, value);
    outgoing.setHeader("X-Request-Id", requestId);
    // sirv looks only for names and would accept "br;q=0".
    incoming.headers["accept-encoding"] = acceptedEncodings(incoming.headers["accept-encoding"] ?? "");
    const { url = "/", method = "GET" } = incoming;
    outgoing.once("finish", () => {
      const ms = performance.now() - started;
      // The URL is never logged, because it may contain a code or a token.
      const route = routeName(url);
      const status = outgoing.statusCode;
      app.log.info({ requestId, method, route, status, ms: Math.round(ms * 10) / 10 }, "request");
      measure(method, route, outgoing, ms);
    });
    if (serveFile(incoming, outgoing, requestId)) return;
    serve(incoming, outgoing, requestId).catch((error: unknown) => {
      const refuse = (status: number, message: string) =>
        early.refuse(outgoing, { url, method }, status, message);
      if (error instanceof BodyTooLarge) {
        outgoing.setHeader("Connection", "close");
        return refuse(413, "The request is too large. Send at most 256 KB.");
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
    const isStream = String(outgoing.getHeader("content-type")).startsWith("text/event-stream");
    if (!isStream) app.metrics.latency.observe({ route }, ms / 1000);
  }

  async function serve(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    requestId: string,
  ): Promise<void> {
    const target = { url: incoming.url ?? "/", method: incoming.method ?? "GET" };
    const isUnsafe = unsafe.has(target.method);
    if (isStopping()) {
      outgoing.setHeader("Connection", "close");
      return early.refuse(outgoing, target, 503, "Firstnight is restarting. Try again in a moment.");
    }
    if (!verbs.has(target.method)) return early.refuseMethod(outgoing, target);
    const url = publicAddress(target.url, app.config.publicUrl);
    if (!url) return sendError(outgoing, 400, { error: "The address is not valid." });
    if (url.pathname.length > longestPath) return early.refuseAddress(outgoing, target.url, 414);
    if (asksForData(url)) return early.refuseAddress(outgoing, target.url, 404);
    if (isUnsafe && !isSameOrigin(incoming.headers, app.config.publicUrl)) {
      return early.refuse(outgoing, target, 403, "This request did not come from Firstnight's own pages.");
    }
    if (isForeignSubresource(incoming.headers)) {
      return early.refuse(
        outgoing,
        target,
        403,
        "Another website tried to load this page. Open it by its link.",
      );
    }
    const limit = target.method === "POST" ? uploadLimitOf(url.pathname) : null;
    // If an upload is rejected before it has been read completely, the connection can't be reused.
    if (limit !== null) outgoing.setHeader("Connection", "close");
    const body = isUnsafe ? await bodyOf(incoming, limit) : null;
    const gone = new AbortController();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    await (isUnsafe ? writeSlot() : requestSlot());
    if (!isUnsafe && gone.signal.aborted) return;
    const headers = headersOf(incoming);
    // The origin is checked above. Remix compares only hosts and responds to a mismatch with a 500.
    headers.delete("origin");
    // No signal, because it would make the Request three times as expensive. The context has the signal.
    const init = { method: target.method, headers, ...(body && { body, duplex: "half" }) } as RequestInit;
    const context: AppLoadContext = {
      app,
      requestId,
      nonce: randomBytes(16).toString("base64url"),
      address: clientAddress(incoming, app.config.trustProxy),
      origin: isUnsafe ? incoming.headers.origin : undefined,
      chain: addressChain(incoming),
      replyHeaders: new Headers(),
      gone: gone.signal,
      apiRoutes,
      renderer,
    };
    const request = new Request(url, init);
    const scope = { language: requestLanguage(request) };
    const response = await inLanguage(scope, async () => {
      const address = await findNewAddress({ request, context, params: {} });
      return address === null ? remix(request, context) : leadTo(address, url, isUnsafe);
    });
    await sendResponse(incoming, outgoing, response, context);
  }
}

/**
 * Leads to a company's new address. A form isn't redirected, because its page allows forms only to its own address
 * (form-action), and the session isn't known there.
 */
function leadTo(address: string, { pathname, search }: URL, isUnsafe: boolean): Response {
  const headers = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
  if (!isUnsafe) {
    return new Response(null, {
      status: 307,
      headers: { ...headers, Location: `${address}${pathname}${search}` },
    });
  }
  const error = fill(strings.companyMoved, { address });
  if (pathname.startsWith("/api/")) {
    return Response.json({ success: false, error }, { status: 409, headers });
  }
  return new Response(error, {
    status: 409,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
  });
}

/**
 * Remix sends a page's data without the page to `/page.data` and `/page?_data=ROUTE`. Firstnight doesn't use these, and
 * Remix would send back what a form contained (CVE-2026-34077).
 */
const asksForData = ({ pathname, searchParams }: URL) =>
  /\.data\/*$/.test(pathname) || searchParams.has("_data");

function publicAddress(path: string, publicUrl: string): URL | null {
  try {
    const requested = new URL(`http://h${path.startsWith("/") ? path : "/"}`);
    decodeURIComponent(requested.pathname);
    // The parts are set separately, because a path that begins with two slashes would be parsed as another host.
    const url = new URL(publicUrl);
    url.pathname = requested.pathname;
    url.search = requested.search;
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

/** Returns an upload as a stream and any other body as a buffer. Null if there is no body. */
async function bodyOf(
  incoming: IncomingMessage,
  limit: number | null,
): Promise<Uint8Array | ReadableStream | null> {
  if (limit !== null) return streamBody(incoming, limit);
  const body = await readBody(incoming);
  return body.length > 0 ? new Uint8Array(body) : null;
}

/** The supported encodings that a client accepts, such as "br, gzip". A weight of 0 rejects one (RFC 9110, 12.5.3). */
function acceptedEncodings(header: string): string {
  const weights = new Map(
    header
      .toLowerCase()
      .split(",")
      .map((part) => {
        const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
        const weight = parameters.find((parameter) => parameter.startsWith("q="));
        return [name, weight ? Number(weight.slice(2)) : 1];
      }),
  );
  // A client that accepts anything may still be too old for Zstandard.
  const weightOf = (name: string) => weights.get(name) ?? (name === "zstd" ? 0 : (weights.get("*") ?? 0));
  return ["zstd", "br", "gzip"].filter((name) => weightOf(name) > 0).join(", ");
}
