import type { RequestHandler, ServerBuild } from "@remix-run/node";
import {
  createStaticHandler,
  getStaticContextFromError,
  isRouteErrorResponse,
  type StaticHandlerContext,
} from "@remix-run/router";
import type { RouteArgs } from "../route-args.server";

export type Route = NonNullable<ServerBuild["routes"][string]>;

export const only = <Each>(record: Record<string, Each>, id: string) => ({
  root: record.root,
  [id]: record[id],
});

/** Renders a page without the parts that only hydration needs, such as the loader data in single-fetch encoding. */
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
  const renderPage = (request: Request, result: StaticHandlerContext, context: RouteArgs["context"]) => {
    const staticHandlerContext = { staticHandlerContext: result };
    return render(
      request,
      result.statusCode,
      new Headers(),
      { ...entry, ...staticHandlerContext } as never,
      context,
    );
  };

  return async (request, context = {} as RouteArgs["context"]) => {
    const report = (error: unknown) => handleError?.(error, { request, context, params: {} });
    const result = await query(request, { requestContext: context });
    if (result instanceof Response) return result;
    for (const error of Object.values(result.errors ?? {})) {
      if (!isRouteErrorResponse(error)) report(error);
    }
    try {
      return await renderPage(request, result, context);
    } catch (error) {
      report(error);
      return renderPage(request, getStaticContextFromError(dataRoutes, result, error), context);
    }
  };
}
