import type { AppLoadContext } from "@remix-run/node";

/** What Remix hands to a loader or an action. */
export interface RouteArgs {
  request: Request;
  params: Record<string, string | undefined>;
  context: AppLoadContext;
}
