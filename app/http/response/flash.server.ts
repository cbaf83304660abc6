import { type Flash, parseFlash } from "~/core/flash";
import { cookieName, readCookie, setCookie } from "../request/cookies.server";
import type { RouteArgs } from "../route-args.server";

const cookie = "flash";

export function setFlash({ context }: Pick<RouteArgs, "context">, flash: Flash): void {
  context.replyHeaders.append("Set-Cookie", setCookie(cookie, flash, context.app.config.https, 60));
}

export function takeFlash({ request, context }: Pick<RouteArgs, "request" | "context">): Flash | null {
  const { https } = context.app.config;
  const value = readCookie(request, cookieName(cookie, https));
  if (!value) return null;
  context.replyHeaders.append("Set-Cookie", setCookie(cookie, "", https, 0));
  return parseFlash(value);
}
