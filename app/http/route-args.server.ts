import type { AppLoadContext } from "@remix-run/node";

export interface RouteArgs {
  request: Request;
  params: Record<string, string | undefined>;
  context: AppLoadContext;
}
