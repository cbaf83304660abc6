import type { IncomingHttpHeaders } from "node:http";
import { cookieName, sessionCookies } from "./cookies.server";

/**
 * May this unsafe request act? One that names a foreign origin may not; one that carries one of our
 * session cookies must show that it comes from our own pages (part 3, section 3).
 *
 * Pages are served with `Referrer-Policy: same-origin`: with `no-referrer`, browsers would send
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
  const held = (headers.cookie ?? "").split(";").map((part) => part.trim());
  return !held.some((part) => names.some((name) => part.startsWith(name)));
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
