import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import type { ApiHandler } from "../api.server";
import type { RouteArgs } from "../route-args.server";
import { patternOf, type RouteName } from "../route-names.server";
import { documentHandler, only, type Route } from "./document.server";

/**
 * Remix's handler, which weighs every route of its build against the address several times a request. Where
 * the address names its route, that one gets a build of its own, so that there is nothing to weigh; a page is
 * answered without what hydration needs, and the call of an API is made at once. Any other address is left to
 * the whole build.
 */
export function handlerOf(build: ServerBuild, routeName: RouteName): RequestHandler {
  const whole = createRequestHandler(build, "production");
  const byName = new Map<string, RequestHandler>();
  for (const route of Object.values(build.routes)) {
    if (!route || route.id === "root" || route.path?.includes("*")) continue;
    const pattern = patternOf(route.path);
    byName.set(pattern, shortcut(build, route, pattern));
  }
  return (request, context) => {
    const handler = byName.get(routeName(new URL(request.url).pathname)) ?? whole;
    return handler(request, context);
  };
}

function withOnly(build: ServerBuild, { id }: Route): RequestHandler {
  const assets = { ...build.assets, routes: only(build.assets.routes, id) };
  return createRequestHandler(
    { ...build, routes: only(build.routes, id), assets } as ServerBuild,
    "production",
  );
}

function shortcut(build: ServerBuild, route: Route, pattern: string): RequestHandler {
  const remix = withOnly(build, route);
  const { loader, default: component } = route.module;
  const direct = isDoor(loader) ? callOf(loader, pattern) : component && documentHandler(build, route);
  return (request, context) => {
    // Of an answer to HEAD Remix takes the body away; what ends in .data is its own.
    const isRemix = request.method === "HEAD" || new URL(request.url).pathname.endsWith(".data");
    if (!direct || isRemix || (component && request.method !== "GET")) return remix(request, context);
    return direct(request, context);
  };
}

/** A door of the API answers whatever happens, so that all of Remix's care would be for nothing. */
function callOf(door: ApiHandler, pattern: string): RequestHandler {
  const names = pattern.split("/");
  return (request, context) => {
    const parts = new URL(request.url).pathname.split("/").map(decodeURIComponent);
    const params = Object.fromEntries(
      names.flatMap((name, index) => (name.startsWith(":") ? [[name.slice(1), parts[index]]] : [])),
    );
    return door({ request, params, context: context as RouteArgs["context"] });
  };
}

const isDoor = (loader: unknown): loader is ApiHandler =>
  (loader as Partial<ApiHandler> | undefined)?.methods !== undefined;
