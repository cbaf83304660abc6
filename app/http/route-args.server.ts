import type { AppLoadContext } from "@remix-run/node";

/** The arguments of a loader or an action. */
export interface RouteArgs {
  request: Request;
  params: Record<string, string | undefined>;
  context: AppLoadContext;
}
