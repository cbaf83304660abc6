import { minute, second } from "~/core/time";
import { cookieName, readCookie, setCookie } from "../request/cookies.server";
import type { RouteArgs } from "../route-args.server";

const cookie = "single-sign-on";
const keptFor = (15 * minute) / second;

/** Stores sealed data in this browser. The provider's response must match it. */
export function keepPendingSso({ context }: RouteArgs, sealed: string): void {
  context.replyHeaders.append("Set-Cookie", setCookie(cookie, sealed, context.app.config.https, keptFor));
}

/** Reads the data and deletes it, because a response may be used only once. */
export function takePendingSso({ request, context }: RouteArgs): string | null {
  const { https } = context.app.config;
  context.replyHeaders.append("Set-Cookie", setCookie(cookie, "", https, 0));
  return readCookie(request, cookieName(cookie, https));
}
