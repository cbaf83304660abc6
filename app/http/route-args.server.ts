import type { AppLoadContext } from "@remix-run/node";

/** What Remix hands to a loader or an action. */
export interface DoorArgs {
  request: Request;
  params: Record<string, string | undefined>;
  context: AppLoadContext;
}
