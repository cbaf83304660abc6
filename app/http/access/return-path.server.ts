import { returnPath } from "~/core/allowed-return-path";
import { minute, second } from "~/core/time";
import { cookieName, readCookie, setCookie } from "../request/cookies.server";
import type { RouteArgs } from "../route-args.server";

const cookie = "return";
const keptFor = (10 * minute) / second;

/** Remembers the page that a signed-out user tried to open, until they sign in. */
export function keepReturnPath({ request, context }: RouteArgs): void {
  const { pathname, search } = new URL(request.url);
  const path = request.method === "GET" ? returnPath.parse(pathname + search) : undefined;
  if (!path) return;
  const value = setCookie(cookie, encodeURIComponent(path), context.app.config.https, keptFor);
  context.replyHeaders.append("Set-Cookie", value);
}

export function readReturnPath({ request, context }: RouteArgs): string | null {
  const value = readCookie(request, cookieName(cookie, context.app.config.https));
  if (!value) return null;
  try {
    return returnPath.parse(decodeURIComponent(value)) ?? null;
  } catch {
    return null;
  }
}

export function dropReturnPath({ context }: RouteArgs): void {
  context.replyHeaders.append("Set-Cookie", setCookie(cookie, "", context.app.config.https, 0));
}
