import type { RequestHandler, ServerBuild } from "@remix-run/node";
import {
  createStaticHandler,
  getStaticContextFromError,
  isRouteErrorResponse,
  type StaticHandlerContext,
} from "@remix-run/router";
import type { RouteArgs } from "../route-args.server";

export type Route = NonNullable<ServerBuild["routes"][string]>;

/** The part of a record that has to do with the root and one route. */
export const only = <Each>(record: Record<string, Each>, id: string) => ({
  root: record.root,
  [id]: record[id],
});

/**
 * Answers GET of a page as Remix does, but for what only a hydrated page needs: its data in the encoding of
 * single fetch, and copies of the Request without the parameters of the client's router.
 */
export function documentHandler(build: ServerBuild, route: Route): RequestHandler {
  const { loader, ErrorBoundary } = route.module;
  const { query, dataRoutes } = createStaticHandler([
    {
      id: "root",
      path: "",
      hasErrorBoundary: true,
      children: [{ id: route.id, path: route.path, hasErrorBoundary: Boolean(ErrorBoundary), loader }],
    },
  ] as Parameters<typeof createStaticHandler>[0]);
  const { default: render, handleError } = build.entry.module;
  const entry = {
    manifest: { ...build.assets, routes: only(build.assets.routes, route.id) },
    routeModules: { root: build.routes.root?.module, [route.id]: route.module },
    future: build.future,
    isSpaMode: false,
    renderMeta: {},
    serializeError: ({ message }: Error) => ({ message }),
  };
  const draw = (request: Request, found: StaticHandlerContext, context: RouteArgs["context"]) => {
    const staticHandlerContext = { staticHandlerContext: found };
    return render(
      request,
      found.statusCode,
      new Headers(),
      { ...entry, ...staticHandlerContext } as never,
      context,
    );
  };

  return async (request, context = {} as RouteArgs["context"]) => {
    const report = (error: unknown) => handleError?.(error, { request, context, params: {} });
    const found = await query(request, { requestContext: context });
    if (found instanceof Response) return found;
    for (const error of Object.values(found.errors ?? {})) {
      if (!isRouteErrorResponse(error)) report(error);
    }
    try {
      return await draw(request, found, context);
    } catch (error) {
      report(error);
      return draw(request, getStaticContextFromError(dataRoutes, found, error), context);
    }
  };
}
