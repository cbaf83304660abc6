import type { RequestHandler, ServerBuild } from "@remix-run/node";
import type { ReactElement } from "react";
import type { RouteName } from "../route-names.server";

export interface Renderer {
  createHandler(build: ServerBuild, routeName: RouteName): RequestHandler;
  /** @param sharedKey everything that the page depends on, if it looks the same for all visitors */
  renderPage(page: (nonce: string) => ReactElement, nonce: string, sharedKey?: unknown): string;
}
