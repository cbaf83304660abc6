import { cookieName, readCookie, setCookie } from "../request/cookies.server";
import type { RouteArgs } from "../route-args.server";

const cookie = "said";

/** Leaves a word for the next page to say, so that it stands in no address and is said once. */
export function setFlash({ context }: Pick<RouteArgs, "context">, word: string): void {
  context.replyHeaders.append("Set-Cookie", setCookie(cookie, word, context.app.config.https, 60));
}

/** The word that was left, if any; it is taken away. */
export function takeFlash({ request, context }: Pick<RouteArgs, "request" | "context">): string | null {
  const { https } = context.app.config;
  const word = readCookie(request, cookieName(cookie, https));
  if (!word) return null;
  context.replyHeaders.append("Set-Cookie", setCookie(cookie, "", https, 0));
  return word;
}
