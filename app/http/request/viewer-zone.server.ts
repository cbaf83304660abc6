import { zoneOf } from "~/core/time";
import { staffZone } from "~/core/zones/staff-zone";
import { readCookie } from "./cookies.server";

/** The IANA zone of the viewer's own clock, which the script `when` leaves in a cookie; null without it. */
export function viewerZone(request: Request): string | null {
  const value = readCookie(request, "tz");
  if (!value || value.length > 100) return null;
  try {
    return zoneOf(decodeURIComponent(value));
  } catch {
    return null;
  }
}

/** The zone by which a staff page tells its times: the viewer's own, or the clinic's until it is known. */
export function zoneForStaff(request: Request): string {
  return viewerZone(request) ?? staffZone;
}
