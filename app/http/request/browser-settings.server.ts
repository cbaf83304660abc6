import { zoneOf } from "~/core/time";
import { staffZone } from "~/core/zones/staff-zone";
import { readCookie } from "./cookies.server";

const cookie = "single-keys";
const year = 365 * 24 * 60 * 60;

export const hasSingleKeys = (request: Request): boolean => readCookie(request, cookie) !== "off";

/** Builds a Set-Cookie value. The setting belongs to this browser, so signing out doesn't delete it. */
export function singleKeysCookie(isOn: boolean, https: boolean): string {
  const end = isOn ? "Max-Age=0" : `Max-Age=${year}`;
  return `${cookie}=off; Path=/; HttpOnly; SameSite=Lax; ${end}${https ? "; Secure" : ""}`;
}

/** The viewer's IANA zone, from a cookie that a page script sets. Null if there is no cookie. */
export function browserZone(request: Request): string | null {
  const value = readCookie(request, "tz");
  if (!value || value.length > 100) return null;
  try {
    return zoneOf(decodeURIComponent(value));
  } catch {
    return null;
  }
}

export function zoneForStaff(request: Request): string {
  return browserZone(request) ?? staffZone;
}
