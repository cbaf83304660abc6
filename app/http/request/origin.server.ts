import type { IncomingHttpHeaders } from "node:http";
import { cookieName, sessionCookies } from "./cookies.server";

/**
 * True if an unsafe request may run: it must not come from another origin, and with a session cookie it must
 * come from our own pages. Requires `Referrer-Policy: same-origin`; with `no-referrer`, browsers send
 * `Origin: null` from our own forms.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = headers;
  if (origin !== undefined) {
    return origin === publicUrl || hostOf(origin) === headers.host;
  }
  const https = publicUrl.startsWith("https:");
  const names = Object.values(sessionCookies).map((name) => `${cookieName(name, https)}=`);
  const cookies = (headers.cookie ?? "").split(";").map((part) => part.trim());
  return !cookies.some((part) => names.some((name) => part.startsWith(name)));
}

/**
 * True if another site's page loads one of our pages as an image, a script, a frame, or data. Only a link to a page is
 * allowed there. Otherwise any website could use up a limit that its visitors' whole office shares (Fetch Metadata).
 */
export function isForeignSubresource(headers: IncomingHttpHeaders): boolean {
  const { "sec-fetch-site": site, "sec-fetch-dest": destination = "document" } = headers;
  return (site === "cross-site" || site === "same-site") && destination !== "document";
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
