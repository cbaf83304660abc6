import { cookieName, readCookie, setCookie } from "../request/cookies.server";
import type { RouteArgs } from "../route-args.server";

const cookie = "staff-browser";
const lifeSeconds = 400 * 24 * 60 * 60;

type Args = Pick<RouteArgs, "request" | "context">;

/** Lets the sign-in page show staff the way to their form. The cookie doesn't tell who signed in. */
export function rememberStaffBrowser(args: Args): void {
  if (isStaffBrowser(args)) return;
  const { https } = args.context.app.config;
  args.context.replyHeaders.append("Set-Cookie", setCookie(cookie, "1", https, lifeSeconds));
}

export const isStaffBrowser = ({ request, context }: Args): boolean =>
  readCookie(request, cookieName(cookie, context.app.config.https)) === "1";
