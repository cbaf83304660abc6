import { type Audience, roles } from "~/core/who";
import {
  cookieName,
  readCookie,
  type SessionKind,
  sessionCookies,
  setCookie,
} from "../request/cookies.server";
import type { RouteArgs } from "../route-args.server";
import { joinTokens, splitTokens, withOtherOrders } from "./orders-in-this-browser.server";

const patientFirst: readonly SessionKind[] = ["patient", "staff"];
const staffFirst: readonly SessionKind[] = ["staff", "patient"];

/** Tokens of sessions opened during this request. */
const opened = new WeakMap<Request, Map<SessionKind, string[]>>();

/** The tokens in a cookie. The first one is in use. */
export const cookieTokens = (
  { request, context }: Pick<RouteArgs, "request" | "context">,
  kind: SessionKind,
) =>
  opened.get(request)?.get(kind) ??
  splitTokens(readCookie(request, cookieName(sessionCookies[kind], context.app.config.https)));

export const bearerOf = ({ request }: Pick<RouteArgs, "request">) =>
  /^Bearer ([\w-]{20,})$/i.exec(request.headers.get("authorization") ?? "")?.[1];

export function tokensOf(args: Pick<RouteArgs, "request" | "context">, audience: Audience): string[] {
  const bearer = bearerOf(args);
  if (bearer) return [bearer];
  const isForStaff = audience !== "anyone" && roles.some((role) => role === audience[0]);
  return (isForStaff ? staffFirst : patientFirst).flatMap((kind) => cookieTokens(args, kind).slice(0, 1));
}

/** Tokens of all sessions in this browser, including the orders that aren't in use. */
export function everyToken(args: Pick<RouteArgs, "request" | "context">): string[] {
  const bearer = bearerOf(args);
  return bearer ? [bearer] : patientFirst.flatMap((kind) => cookieTokens(args, kind));
}

/** Sets a session's cookie without ending other sessions. Used when someone has only opened a link. */
export async function carryToken(args: RouteArgs, kind: SessionKind, token: string): Promise<void> {
  const isPatient = kind === "patient";
  setTokens(args, kind, isPatient ? await withOtherOrders(args, token, cookieTokens(args, kind)) : [token]);
}

function setTokens({ request, context }: RouteArgs, kind: SessionKind, tokens: string[]): void {
  opened.set(request, new Map(opened.get(request)).set(kind, tokens));
  delete context.company;
  const cookie = setCookie(sessionCookies[kind], joinTokens(tokens), context.app.config.https);
  context.replyHeaders.append("Set-Cookie", cookie);
}

/** Deletes session cookies and the browser's storage, which holds staff data and the offline tracking page. */
export function dropTokens({ context }: Pick<RouteArgs, "context">, kinds = staffFirst): void {
  context.replyHeaders.set("Clear-Site-Data", '"storage"');
  for (const kind of kinds) {
    context.replyHeaders.append(
      "Set-Cookie",
      setCookie(sessionCookies[kind], "", context.app.config.https, 0),
    );
  }
}
