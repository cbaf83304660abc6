import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { currentLanguage, currentScope } from "~/core/language/current-language";
import { inRequestsLanguage } from "~/core/language/language-scope.server";
import { inlineStyles, scriptAddresses } from "~/http/render/compiled-assets.server";
import { browserZone, hasSingleKeys } from "~/http/request/browser-settings.server";
import { readCookie } from "~/http/request/cookies.server";
import { textResponse } from "~/http/response/text-response.server";
import { unsentChannels } from "~/messages/sending-outcome.server";
import { PageContext, type PageHandle } from "~/ui/page-context";
import { pageTokenOf } from "~/visits/page-token.server";

function isShared(remix: EntryContext, context: AppLoadContext): boolean {
  const { matches, statusCode, actionData } = remix.staticHandlerContext;
  const handle = remix.routeModules[matches.at(-1)?.route.id ?? ""]?.handle as PageHandle | undefined;
  return Boolean(handle?.cachedHtml) && statusCode === 200 && !actionData && !context.sessionEnd;
}

type Rendering = [
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
];

export default function handleRequest(...rendering: Rendering): Response {
  const [, , , , context] = rendering;
  return inRequestsLanguage(context.languageScope, () => render(...rendering));
}

function render(...[request, status, headers, remix, context]: Rendering): Response {
  const { origin, pathname } = new URL(request.url);
  // A service worker stores the tracking page for offline use, so the page must contain its style sheet.
  const cachedStyle = pathname.startsWith("/track/") ? null : readCookie(request, "style");
  const savesData = request.headers.get("save-data") === "on";
  const { loaderData, loaderHeaders, actionHeaders } = remix.staticHandlerContext;
  const sharedKey = isShared(remix, context)
    ? [pathname, loaderData, cachedStyle, savesData, context.company, currentScope()]
    : undefined;
  // The stream is only for hydration, which no page needs.
  const { serverHandoffStream: _, ...entry } = remix;
  const page = (nonce: string) => (
    <PageContext.Provider
      value={{
        nonce,
        savesData,
        hasSingleKeys: hasSingleKeys(request),
        browserZone: browserZone(request),
        isDemo: context.app.config.demo,
        unsent: unsentChannels(context.app),
        hidesNames: readCookie(request, "names") === "hidden",
        isRoomy: readCookie(request, "rows") === "roomy",
        styleOf: inlineStyles,
        holdsStyle: (href) => href === cachedStyle,
        scriptsOf: scriptAddresses,
        requestId: context.requestId,
        session: context.sessionEnd ?? null,
        company: context.company ?? null,
        openOrders: context.openOrders ?? [],
        unanswered: context.unanswered,
        followsNights: context.followsNights ?? false,
        hasClasses: context.hasClasses ?? false,
        staff: context.staff ?? null,
        pinnedViews: context.pinnedViews ?? [],
        pageToken: context.patient ? pageTokenOf(context.app, context.patient) : null,
      }}
    >
      <RemixServer context={entry} url={sharedKey ? origin + pathname : request.url} nonce={nonce} />
    </PageContext.Provider>
  );
  const html = context.renderer.renderPage(page, context.nonce, sharedKey);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", currentLanguage());
  for (const routeHeaders of Object.values({ ...loaderHeaders, ...actionHeaders })) {
    const retryAfter = routeHeaders.get("Retry-After");
    if (retryAfter) headers.set("Retry-After", retryAfter);
  }
  return textResponse(`<!doctype html>${html}`, { status, headers });
}

// Remix keeps each page's data in memory for this long. It can be short, because no data is deferred.
export const streamTimeout = 500;

export function handleError(error: unknown, { context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (context.gone?.aborted || isRouteErrorResponse(error)) return;
  // Under remix-serve, Remix can reject a request before a route has created the context.
  if (context.app) context.app.log.error({ requestId: context.requestId, err: error }, "fault");
  else console.error(error);
}
