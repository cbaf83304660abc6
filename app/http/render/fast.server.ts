import { renderToStaticMarkup } from "react-dom/server";
import { renderOnce } from "./page-cache.server";
import type { Renderer } from "./renderer";
import { singleRouteHandler } from "./single-route-handler.server";
import { TextResponse } from "./single-write-response.server";

/** Skips what Remix repeats for every request; decision 046 has the figures. */
export const fastRenderer: Renderer = {
  createHandler: singleRouteHandler,
  renderPage(page, nonce, sharedKey) {
    const render = (nonceInPage: string) => renderToStaticMarkup(page(nonceInPage));
    return sharedKey === undefined ? render(nonce) : renderOnce(sharedKey, nonce, render);
  },
  textResponse: (text, init) => new TextResponse(text, init),
  textOf: (response) => (response instanceof TextResponse ? response.wholeText : null),
};
