import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import type { RouteName } from "./route-names.server";

/**
 * Remix's handler, which weighs every route of its build against the address several times a request. Where
 * the address names its route, that one gets a build of its own, so that there is nothing to weigh; any other
 * address is left to the whole build.
 */
export function handlerOf(build: ServerBuild, routeName: RouteName): RequestHandler {
  const whole = createRequestHandler(build, "production");
  const byName = new Map(
    Object.values(build.routes).flatMap((route) =>
      route && route.id !== "root" && !route.path?.includes("*")
        ? [[`/${(route.path ?? "").replace(/^\//, "")}`, withOnly(build, route.id)] as const]
        : [],
    ),
  );
  return (request, context) => {
    const handler = byName.get(routeName(new URL(request.url).pathname)) ?? whole;
    return handler(request, context);
  };
}

function withOnly(build: ServerBuild, id: string): RequestHandler {
  const only = <Route>({ root, [id]: own }: Record<string, Route>) => ({ root, [id]: own });
  const { routes, assets } = build;
  const own = { ...build, routes: only(routes), assets: { ...assets, routes: only(assets.routes) } };
  return createRequestHandler(own as ServerBuild, "production");
}
