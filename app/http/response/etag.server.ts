import type { RouteArgs } from "../route-args.server";

/** Returns 304 if a polling client already has this state. @param state a value that changes with the response */
export function notModified({ request, context }: RouteArgs, state: string | number): Response | null {
  // Weak, because the same state can be compressed in different ways.
  const tag = `W/"${state}"`;
  context.replyHeaders.set("ETag", tag);
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((part) => part.trim());
  if (!known.includes(tag)) return null;
  return new Response(null, { status: 304, headers: { "Cache-Control": "no-store" } });
}
