import { readCookie } from "./cookies.server";

const cookie = "single-keys";
const year = 365 * 24 * 60 * 60;

export const hasSingleKeys = (request: Request): boolean => readCookie(request, cookie) !== "off";

/** Builds a Set-Cookie value. The setting belongs to this browser, so signing out doesn't delete it. */
export function singleKeysCookie(isOn: boolean, https: boolean): string {
  const end = isOn ? "Max-Age=0" : `Max-Age=${year}`;
  return `${cookie}=off; Path=/; HttpOnly; SameSite=Lax; ${end}${https ? "; Secure" : ""}`;
}
