import type { RouteArgs } from "../route-args.server";

/** Names the next page of a list in the `Link` header: this address with another cursor. */
export function linkNext({ request, context }: RouteArgs, cursor: number | string | null): void {
  if (cursor === null) return;
  const url = new URL(request.url);
  url.searchParams.set("cursor", String(cursor));
  context.replyHeaders.set("Link", `<${url.pathname}${url.search}>; rel="next"`);
}
