import { newToken } from "~/core/secrets.server";
import type { ClientInfo } from "~/core/who";
import { cookieName, readCookie, setCookie } from "../request/cookies.server";
import type { RouteArgs } from "../route-args.server";

const cookie = "browser";
const lifeSeconds = 400 * 24 * 60 * 60;

const seen = new WeakMap<Request, ClientInfo>();

/**
 * Who stands at the door, for sign-in: address, agent, and the token of a long-lived cookie by which
 * the browser is known again. A browser without one gets it with this answer.
 */
export function clientInfo({ request, context }: Pick<RouteArgs, "request" | "context">): ClientInfo {
  const before = seen.get(request);
  if (before) return before;
  const { https } = context.app.config;
  const held = readCookie(request, cookieName(cookie, https));
  const browser = held && /^[\w-]{43}$/.test(held) ? held : newToken();
  if (browser !== held) {
    context.replyHeaders.append("Set-Cookie", setCookie(cookie, browser, https, lifeSeconds));
  }
  const visitor = { address: context.address, agent: request.headers.get("user-agent"), browser };
  seen.set(request, visitor);
  return visitor;
}
