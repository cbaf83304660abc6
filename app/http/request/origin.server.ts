import type { IncomingHttpHeaders } from "node:http";
import { cookieName } from "./cookies.server";

/**
 * May this unsafe request act? One that names a foreign origin may not; one that carries our
 * session cookie must show that it comes from our own pages (part 3, section 3).
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
  const name = cookieName("firstnight", publicUrl.startsWith("https:"));
  return !(headers.cookie ?? "").split(";").some((part) => part.trim().startsWith(`${name}=`));
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
