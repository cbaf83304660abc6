import type { RouteArgs } from "../route-args.server";

/**
 * Names the state an answer shows, for those who poll; where the client has that very state already,
 * the empty answer 304 comes back, and nothing else needs to be read.
 *
 * @param state what changes whenever the answer would
 */
export function notModified({ request, context }: RouteArgs, state: string | number): Response | null {
  // Weak: the same state may be packed in several ways.
  const tag = `W/"${state}"`;
  context.replyHeaders.set("ETag", tag);
  const held = (request.headers.get("if-none-match") ?? "").split(",").map((part) => part.trim());
  if (!held.includes(tag)) return null;
  return new Response(null, { status: 304, headers: { "Cache-Control": "no-store" } });
}
