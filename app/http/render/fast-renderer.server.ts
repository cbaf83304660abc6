import { randomUUID } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { memoizeByKey } from "~/core/memoize-by-key";
import type { Renderer } from "./renderer";
import { singleRouteHandler } from "./single-route-handler.server";

// Marks the position of the nonce in cached HTML. It can't be guessed, so no user's text can contain it.
const noncePlaceholder = randomUUID();

const cached = memoizeByKey<string>(100);

/**
 * Renders a page once for all visitors, with a new nonce in each response.
 * @param key everything that the page depends on
 */
function renderOnce(key: unknown, nonce: string, render: (nonce: string) => string): string {
  return cached(JSON.stringify(key), () => render(noncePlaceholder)).replaceAll(noncePlaceholder, nonce);
}

/** Skips the work that Remix repeats for each request (docs/decisions/046-fast-render-path.md). */
export const fastRenderer: Renderer = {
  createHandler: singleRouteHandler,
  renderPage(page, nonce, sharedKey) {
    const render = (nonceInPage: string) => renderToStaticMarkup(page(nonceInPage));
    return sharedKey === undefined ? render(nonce) : renderOnce(sharedKey, nonce, render);
  },
};
