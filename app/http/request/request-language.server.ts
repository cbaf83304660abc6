import { acceptedLanguage, isLanguage, type Language } from "~/core/language/languages";
import type { RouteArgs } from "../route-args.server";
import { readCookie } from "./cookies.server";

const cookie = "language";
const year = 365 * 24 * 3600;

export function languageCookie(request: Request): Language | null {
  const code = readCookie(request, cookie) ?? "";
  return isLanguage(code) ? code : null;
}

export const requestLanguage = (request: Request): Language =>
  languageCookie(request) ?? acceptedLanguage(request.headers.get("accept-language") ?? "") ?? "en";

/** Stores the choice in this browser, so that it also applies before sign-in. */
export function keepLanguage({ context }: RouteArgs, language: Language): void {
  const secure = context.app.config.https ? "; Secure" : "";
  context.replyHeaders.append(
    "Set-Cookie",
    `${cookie}=${language}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${year}${secure}`,
  );
}
