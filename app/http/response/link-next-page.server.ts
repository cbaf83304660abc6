import type { RouteArgs } from "../route-args.server";

/** Adds a Link header for the next page (RFC 8288). @param name the parameter for the start of the next page */
export function linkNext(
  { request, context }: RouteArgs,
  cursor: number | string | null,
  name = "cursor",
): void {
  if (cursor === null) return;
  const url = new URL(request.url);
  url.searchParams.set(name, String(cursor));
  context.replyHeaders.set("Link", `<${url.pathname}${url.search}>; rel="next"`);
}
