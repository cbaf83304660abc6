import type { RouteArgs } from "../route-args.server";

/** Sets the `Link` header to the next page of a list. */
export function linkNext({ request, context }: RouteArgs, cursor: number | string | null): void {
  if (cursor === null) return;
  const url = new URL(request.url);
  url.searchParams.set("cursor", String(cursor));
  context.replyHeaders.set("Link", `<${url.pathname}${url.search}>; rel="next"`);
}
