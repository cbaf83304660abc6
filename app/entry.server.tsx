import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { inlineStyles, scriptAddresses } from "~/http/answer/compiled.server";
import { TextResponse } from "~/http/answer/whole-text.server";
import { readCookie } from "~/http/request/cookies.server";
import { PageContext } from "~/ui/page-context";

/** Pages are complete HTML in one piece; none of them streams. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Response {
  // A page that a worker keeps for a time without connection must be whole by itself.
  const held = new URL(request.url).pathname.startsWith("/track/") ? null : readCookie(request, "style");
  const page = {
    nonce: context.nonce,
    styleOf: inlineStyles,
    holdsStyle: (href: string) => href === held,
    scriptsOf: scriptAddresses,
    savesData: request.headers.get("save-data") === "on",
    requestId: context.requestId,
    session: context.sessionEnd ?? null,
  };
  // Nothing is handed to a router in the browser.
  const { serverHandoffStream: _, ...entry } = remix;
  const html = renderToStaticMarkup(
    <PageContext.Provider value={page}>
      <RemixServer context={entry} url={request.url} nonce={context.nonce} />
    </PageContext.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new TextResponse(`<!doctype html>${html}`, { status, headers });
}

// Single fetch keeps each page's data for this long, and its timer with it; nothing here is deferred.
export const streamTimeout = 500;

export function handleError(error: unknown, { context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (!context.gone?.aborted) context.app.log.error({ requestId: context.requestId, err: error }, "fault");
}
