import { randomBytes, randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/node";
import type { App } from "~/boot/app.server";
import { apiRoutesOf } from "../openapi.server";
import { addressChain, clientAddress } from "../request/client-address.server";
import { isSameOrigin } from "../request/origin.server";
import { pageHeaders, securityHeaders } from "../response/security-headers.server";
import { stockRenderer } from "./stock-renderer.server";

type RouteFunctionArgs = LoaderFunctionArgs | ActionFunctionArgs;
type RouteFunction = (args: RouteFunctionArgs) => unknown;

/** Adds what stock `remix-serve` lacks: the load context, the origin check and the security headers. */
export function buildForRemixServe(
  build: ServerBuild,
  openApp: () => Promise<App>,
): Pick<ServerBuild, "routes" | "entry"> {
  const apiRoutes = apiRoutesOf(build.routes);

  async function fillContext(context: AppLoadContext, request: Request): Promise<void> {
    if (context.app) return;
    const app = await openApp();
    // remix-serve doesn't pass on the peer's address.
    const sender = {
      headers: { "x-forwarded-for": request.headers.get("x-forwarded-for") ?? "" },
      socket: {},
    };
    Object.assign(context, {
      app,
      requestId: randomUUID(),
      nonce: randomBytes(16).toString("base64url"),
      address: clientAddress(sender, app.config.trustProxy),
      chain: addressChain(sender),
      replyHeaders: new Headers(),
      origin: isRead(request) ? undefined : (request.headers.get("origin") ?? undefined),
      gone: request.signal,
      apiRoutes,
      renderer: stockRenderer,
    });
  }

  const inContext =
    (run: RouteFunction): RouteFunction =>
    async (args) => {
      const { context, request } = args;
      await fillContext(context, request);
      if (!isAllowed(request, context)) {
        const error = "This request did not come from Firstnight's own pages.";
        throw withHeaders(json({ error, message: error }, { status: 403 }), context);
      }
      try {
        const result = await run(args);
        return result instanceof Response ? withHeaders(result, context) : result;
      } catch (error) {
        throw error instanceof Response ? withHeaders(error, context) : error;
      }
    };

  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    const wrapped = {
      ...(loader && { loader: inContext(loader as RouteFunction) }),
      ...(action && { action: inContext(action as RouteFunction) }),
    };
    return [id, { ...route, module: { ...route.module, ...wrapped } }];
  });

  const { default: handleRequest } = build.entry.module;
  const handleDocument: typeof handleRequest = async (request, status, headers, remix, context) => {
    await fillContext(context, request);
    return withHeaders(await handleRequest(request, status, headers, remix, context), context);
  };
  return {
    routes: Object.fromEntries(routes),
    entry: { module: { ...build.entry.module, default: handleDocument } },
  };
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

function isAllowed(request: Request, { app }: AppLoadContext): boolean {
  if (isRead(request)) return true;
  return isSameOrigin(
    { host: new URL(request.url).host, ...Object.fromEntries(request.headers) },
    app.config.publicUrl,
  );
}

function withHeaders(response: Response, { app, requestId, nonce, replyHeaders }: AppLoadContext): Response {
  const { headers } = response;
  const isPage = headers.get("content-type")?.startsWith("text/html");
  const own = [...securityHeaders(app.config), ...(isPage ? pageHeaders(nonce) : [])];
  for (const [name, value] of own) headers.set(name, value);
  headers.set("X-Request-Id", requestId);
  for (const [name, value] of replyHeaders) {
    if (name === "set-cookie") headers.append(name, value);
    else headers.set(name, value);
  }
  return response;
}
