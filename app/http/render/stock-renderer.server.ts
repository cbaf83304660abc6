import { createRequestHandler } from "@remix-run/node";
import { renderToString } from "react-dom/server";
import type { Renderer } from "./renderer";

export const stockRenderer: Renderer = {
  createHandler: (build) => createRequestHandler(build, "production"),
  renderPage: (page, nonce) => renderToString(page(nonce)),
};
