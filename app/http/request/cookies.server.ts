/** The cookie of each kind of session: what opens one kind leaves the other alone. */
export const sessionCookies = { staff: "firstnight", patient: "firstnight-patient" } as const;
export type SessionKind = keyof typeof sessionCookies;

/** Reads one cookie of a request. */
export function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

/** The name a cookie of ours has: with the prefix that binds it to this host wherever there is TLS. */
export function cookieName(name: string, https: boolean): string {
  return https ? `__Host-${name}` : name;
}

/**
 * A Set-Cookie value that no script can read.
 *
 * @param maxAge seconds; 0 deletes, undefined lives as long as the browser
 */
export function setCookie(name: string, value: string, https: boolean, maxAge?: number): string {
  const age = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  return `${cookieName(name, https)}=${value}; Path=/; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}${age}`;
}
