import { zoneOf } from "~/core/time";
import { staffZone } from "~/core/zones/staff-zone";
import { readCookie } from "./cookies.server";

/** The viewer's IANA zone, from a cookie that a page script sets; null without it. */
export function viewerZone(request: Request): string | null {
  const value = readCookie(request, "tz");
  if (!value || value.length > 100) return null;
  try {
    return zoneOf(decodeURIComponent(value));
  } catch {
    return null;
  }
}

/** The zone of a staff page: the viewer's own, or the clinic's until it is known. */
export function zoneForStaff(request: Request): string {
  return viewerZone(request) ?? staffZone;
}
