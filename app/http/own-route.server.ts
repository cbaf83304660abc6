import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import type { Door } from "./api.server";
import type { RouteName } from "./route-names.server";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * Remix's handler, which weighs every route of its build against the address several times a request. Where
 * the address names its route, that one gets a build of its own, so that there is nothing to weigh, and the
 * call of an API is made at once; any other address is left to the whole build.
 */
export function handlerOf(build: ServerBuild, routeName: RouteName): RequestHandler {
  const whole = createRequestHandler(build, "production");
  const byName = new Map<string, RequestHandler>();
  for (const route of Object.values(build.routes)) {
    if (!route || route.id === "root" || route.path?.includes("*")) continue;
    const pattern = `/${(route.path ?? "").replace(/^\//, "")}`;
    byName.set(pattern, shortcut(route, pattern, withOnly(build, route)));
  }
  return (request, context) => {
    const handler = byName.get(routeName(new URL(request.url).pathname)) ?? whole;
    return handler(request, context);
  };
}

function withOnly(build: ServerBuild, { id }: Route): RequestHandler {
  const only = <Each>({ root, [id]: own }: Record<string, Each>) => ({ root, [id]: own });
  const assets = { ...build.assets, routes: only(build.assets.routes) };
  return createRequestHandler({ ...build, routes: only(build.routes), assets } as ServerBuild, "production");
}

/** A door of the API answers whatever happens, so that all of Remix's care would be for nothing. */
function shortcut({ module }: Route, pattern: string, remix: RequestHandler): RequestHandler {
  const door = module.loader as Partial<Door> | undefined;
  if (!isDoor(door)) return remix;
  const names = pattern.split("/");
  return (request, context) => {
    const { pathname } = new URL(request.url);
    // Of an answer to HEAD Remix takes the body away; what ends in .data is its own.
    if (!context || request.method === "HEAD" || pathname.endsWith(".data")) return remix(request, context);
    const parts = pathname.split("/").map(decodeURIComponent);
    const params = Object.fromEntries(
      names.flatMap((name, index) => (name.startsWith(":") ? [[name.slice(1), parts[index]]] : [])),
    );
    return door({ request, params, context });
  };
}

const isDoor = (loader: Partial<Door> | undefined): loader is Door => loader?.methods !== undefined;
