import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { inlineStyles, scriptAddresses } from "~/http/render/compiled-assets.server";
import { renderOnce } from "~/http/render/page-cache.server";
import { TextResponse } from "~/http/render/single-write-response.server";
import { readCookie } from "~/http/request/cookies.server";
import { PageContext, type PageHandle } from "~/ui/page-context";

/** Whether a page says the same to whoever comes without a session, as its `handle` tells, and nothing went wrong. */
function isForEverybody(remix: EntryContext, context: AppLoadContext): boolean {
  const { matches, statusCode, actionData } = remix.staticHandlerContext;
  const handle = remix.routeModules[matches.at(-1)?.route.id ?? ""]?.handle as PageHandle | undefined;
  return Boolean(handle?.drawnOnce) && statusCode === 200 && !actionData && !context.sessionEnd;
}

/** Pages are complete HTML in one piece; none of them streams. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Response {
  const { origin, pathname } = new URL(request.url);
  // A page that a worker keeps for a time without connection must be whole by itself.
  const held = pathname.startsWith("/track/") ? null : readCookie(request, "style");
  const savesData = request.headers.get("save-data") === "on";
  // Nothing is handed to a router in the browser.
  const { serverHandoffStream: _, ...entry } = remix;
  const draw = (nonce: string, url: string) =>
    renderToStaticMarkup(
      <PageContext.Provider
        value={{
          nonce,
          savesData,
          styleOf: inlineStyles,
          holdsStyle: (href) => href === held,
          scriptsOf: scriptAddresses,
          requestId: context.requestId,
          session: context.sessionEnd ?? null,
        }}
      >
        <RemixServer context={entry} url={url} nonce={nonce} />
      </PageContext.Provider>,
    );
  const { loaderData, loaderHeaders, actionHeaders } = remix.staticHandlerContext;
  const html = isForEverybody(remix, context)
    ? renderOnce([pathname, loaderData, held, savesData], context.nonce, (nonce) =>
        draw(nonce, origin + pathname),
      )
    : draw(context.nonce, request.url);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // What is refused for a while says for how long.
  for (const said of Object.values({ ...loaderHeaders, ...actionHeaders })) {
    const wait = said.get("Retry-After");
    if (wait) headers.set("Retry-After", wait);
  }
  return new TextResponse(`<!doctype html>${html}`, { status, headers });
}

// Single fetch keeps each page's data for this long, and its timer with it; nothing here is deferred.
export const streamTimeout = 500;

/** What Remix itself refuses, as a method that a page does not have, is no fault of ours. */
export function handleError(error: unknown, { context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (context.gone?.aborted || isRouteErrorResponse(error)) return;
  context.app.log.error({ requestId: context.requestId, err: error }, "fault");
}
