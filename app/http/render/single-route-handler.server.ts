import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import type { ApiHandler } from "../api.server";
import type { RouteArgs } from "../route-args.server";
import { patternOf, type RouteName } from "../route-names.server";
import { documentHandler, only, type Route } from "./document.server";

/** Gives each route its own build, because Remix compares a URL with all routes of a build several times. */
export function singleRouteHandler(build: ServerBuild, routeName: RouteName): RequestHandler {
  const completeHandler = createRequestHandler(build, "production");
  const handlers = new Map<string, RequestHandler>();
  for (const route of Object.values(build.routes)) {
    if (!route || route.id === "root" || route.path?.includes("*")) continue;
    const pattern = patternOf(route.path);
    handlers.set(pattern, routeHandler(build, route, pattern));
  }
  return (request, context) => {
    const handler = handlers.get(routeName(new URL(request.url).pathname)) ?? completeHandler;
    return handler(request, context);
  };
}

function routeHandler(build: ServerBuild, route: Route, pattern: string): RequestHandler {
  const assets = { ...build.assets, routes: only(build.assets.routes, route.id) };
  const singleBuild = { ...build, routes: only(build.routes, route.id), assets } as ServerBuild;
  const remix = createRequestHandler(singleBuild, "production");
  const { loader, default: component } = route.module;
  const direct = isApiHandler(loader) ? callApi(loader, pattern) : component && documentHandler(build, route);
  return (request, context) => {
    // Remix removes the body of a HEAD response.
    const needsRemix = request.method === "HEAD" || (component && request.method !== "GET");
    if (!direct || needsRemix) return remix(request, context);
    return direct(request, context);
  };
}

function callApi(handler: ApiHandler, pattern: string): RequestHandler {
  const names = pattern.split("/");
  return (request, context) => {
    const parts = new URL(request.url).pathname.split("/").map(decodeURIComponent);
    const params = Object.fromEntries(
      names.flatMap((name, index) => (name.startsWith(":") ? [[name.slice(1), parts[index]]] : [])),
    );
    return handler({ request, params, context: context as RouteArgs["context"] });
  };
}

const isApiHandler = (loader: unknown): loader is ApiHandler =>
  (loader as Partial<ApiHandler> | undefined)?.methods !== undefined;
