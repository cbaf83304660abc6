import { zoneOf } from "~/core/time";
import { staffZone } from "~/core/zones/staff-zone";
import { readCookie } from "./cookies.server";

/** The viewer's IANA zone, from a cookie that a page script sets. Null if there is no cookie. */
export function viewerZone(request: Request): string | null {
  const value = readCookie(request, "tz");
  if (!value || value.length > 100) return null;
  try {
    return zoneOf(decodeURIComponent(value));
  } catch {
    return null;
  }
}

export function zoneForStaff(request: Request): string {
  return viewerZone(request) ?? staffZone;
}
