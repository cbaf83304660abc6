import type { RequestHandler, ServerBuild } from "@remix-run/node";
import type { ReactElement } from "react";
import type { RouteName } from "../route-names.server";

/** How requests reach routes and how their responses are built: `RENDER=fast` or `RENDER=stock`. */
export interface Renderer {
  createHandler(build: ServerBuild, routeName: RouteName): RequestHandler;
  /**
   * Renders a page to HTML, without the doctype.
   *
   * @param sharedKey everything that a page depends on that looks the same for every visitor; undefined for
   *   all other pages
   */
  renderPage(page: (nonce: string) => ReactElement, nonce: string, sharedKey?: unknown): string;
  textResponse(text: string, init: ResponseInit): Response;
  /** The body of a response from `textResponse`, if it can be read without its stream. */
  textOf(response: Response): string | null;
}
