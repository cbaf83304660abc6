import { createRequestHandler } from "@remix-run/node";
import { renderToString } from "react-dom/server";
import type { Renderer } from "./renderer";

export const stockRenderer: Renderer = {
  createHandler: (build) => createRequestHandler(build, "production"),
  renderPage: (page, nonce) => renderToString(page(nonce)),
  textResponse(text, init) {
    const headers = new Headers(init.headers);
    headers.set("Content-Length", String(Buffer.byteLength(text)));
    return new Response(text, { ...init, headers });
  },
  textOf: () => null,
};
