export const sessionCookies = { staff: "firstnight", patient: "firstnight-patient" } as const;
export type SessionKind = keyof typeof sessionCookies;

export function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

export function cookieName(name: string, https: boolean): string {
  return https ? `__Host-${name}` : name;
}

/** Builds an HttpOnly Set-Cookie value. @param maxAge in seconds; 0 deletes it, undefined makes it a session cookie */
export function setCookie(name: string, value: string, https: boolean, maxAge?: number): string {
  const age = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  return `${cookieName(name, https)}=${value}; Path=/; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}${age}`;
}
