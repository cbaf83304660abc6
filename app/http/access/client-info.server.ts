import { newToken } from "~/core/secrets.server";
import type { ClientInfo } from "~/core/who";
import { cookieName, readCookie, setCookie } from "../request/cookies.server";
import type { RouteArgs } from "../route-args.server";

const cookie = "browser";
const lifeSeconds = 400 * 24 * 60 * 60;

const seen = new WeakMap<Request, ClientInfo>();

/** Collects client details for sign-in limits: address, user agent and browser cookie. Sets a missing cookie. */
export function clientInfo({ request, context }: Pick<RouteArgs, "request" | "context">): ClientInfo {
  const known = seen.get(request);
  if (known) return known;
  const { https } = context.app.config;
  const value = readCookie(request, cookieName(cookie, https));
  const browser = value && /^[\w-]{43}$/.test(value) ? value : newToken();
  if (browser !== value) {
    context.replyHeaders.append("Set-Cookie", setCookie(cookie, browser, https, lifeSeconds));
  }
  const client = { address: context.address, agent: request.headers.get("user-agent"), browser };
  seen.set(request, client);
  return client;
}
