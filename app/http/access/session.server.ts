import { findPageReader } from "~/company/company.server";
import { scopeOf } from "~/company/reader";
import { changeLanguage } from "~/core/language/language-scope.server";
import { Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import { type Audience, belongs, noOrder, type Patient, roles, type Staff, type Who } from "~/core/who";
import { findIntegration, recordKeyUse } from "~/identity/api-keys.server";
import { endSession, findSession, type SessionEnd, sessionEnd } from "~/identity/sessions.server";
import { findStaff } from "~/identity/staff-roles.server";
import {
  cookieName,
  readCookie,
  type SessionKind,
  sessionCookies,
  setCookie,
} from "../request/cookies.server";
import { languageCookie, requestLanguage } from "../request/request-language.server";
import type { RouteArgs } from "../route-args.server";

// How often a session's last use is saved.
const saveUseEvery = minute;

const patientFirst: readonly SessionKind[] = ["patient", "staff"];
const staffFirst: readonly SessionKind[] = ["staff", "patient"];

/** Tokens of sessions that were opened by the request itself. */
const opened = new WeakMap<Request, Map<SessionKind, string>>();

const cookieOf = ({ request, context }: Pick<RouteArgs, "request" | "context">, kind: SessionKind) =>
  opened.get(request)?.get(kind) ??
  readCookie(request, cookieName(sessionCookies[kind], context.app.config.https));

function tokensOf(args: Pick<RouteArgs, "request" | "context">, audience: Audience): string[] {
  const bearer = /^Bearer ([\w-]{20,})$/i.exec(args.request.headers.get("authorization") ?? "")?.[1];
  if (bearer) return [bearer];
  const isForStaff = audience !== "anyone" && roles.some((role) => role === audience[0]);
  return (isForStaff ? staffFirst : patientFirst).flatMap((kind) => cookieOf(args, kind) || []);
}

/** Signs a browser in. Ends its previous session of the same kind, so that a planted or copied token is useless. */
export async function enterWith(args: RouteArgs, kind: SessionKind, token: string): Promise<void> {
  const previous = cookieOf(args, kind);
  const who = previous && (await holderOf(args, previous)).who;
  if (who && (who.kind === "staff" || who.kind === "patient")) {
    await endSession(args.context.app.db, who.sessionId);
  }
  carryToken(args, kind, token);
}

/** Sets a session's cookie without ending another session, for users who only opened a link. */
export function carryToken({ request, context }: RouteArgs, kind: SessionKind, token: string): void {
  opened.set(request, new Map(opened.get(request)).set(kind, token));
  delete context.company;
  context.replyHeaders.append("Set-Cookie", setCookie(sessionCookies[kind], token, context.app.config.https));
}

/** Deletes session cookies and the browser's storage: staff data (part 2, section 2) and the offline tracking page. */
export function dropTokens({ context }: Pick<RouteArgs, "context">, kinds = staffFirst): void {
  context.replyHeaders.set("Clear-Site-Data", '"storage"');
  for (const kind of kinds) {
    context.replyHeaders.append(
      "Set-Cookie",
      setCookie(sessionCookies[kind], "", context.app.config.https, 0),
    );
  }
}

// Polling doesn't count as use of the session.
const isBackground = (request: Request) => request.headers.get("x-background") === "1";

interface Holder {
  who: Who;
  end?: SessionEnd;
}

const known = new WeakMap<Request, Map<string, Promise<Holder>>>();

function holderOf(args: RouteArgs, token: string): Promise<Holder> {
  const holders = known.get(args.request) ?? new Map<string, Promise<Holder>>();
  known.set(args.request, holders);
  const holder = holders.get(token) ?? lookUp(args, token);
  holders.set(token, holder);
  return holder;
}

/**
 * The caller. With sessions of both kinds, the one in the audience; if both are, the kind that is listed first, or
 * the patient for "anyone". A request with `X-Background: 1` (polling) does not extend the session.
 */
export async function identify(args: RouteArgs, audience: Audience = "anyone"): Promise<Who> {
  const holders: Holder[] = [];
  for (const token of tokensOf(args, audience)) {
    const holder = await holderOf(args, token);
    holders.push(holder);
    if (holder.who.kind === "anonymous" || !belongs(audience, holder.who)) continue;
    if (holder.end) args.context.sessionEnd = holder.end;
    await rememberReader(args, holder.who);
    return holder.who;
  }
  // An expired session of the requested kind asks to sign in again, even if the other kind is valid.
  const who = holders[0]?.who ?? { kind: "anonymous" as const, address: args.context.address };
  if (audience === "anyone") await rememberReader(args, who);
  return who;
}

/**
 * Finds the company of the page and the language of its reader. A session by query must not tell whether its order
 * exists, so it gets nothing of an order.
 */
async function rememberReader({ request, context }: RouteArgs, who: Who): Promise<void> {
  if (who.kind === "staff") return changeLanguage({ language: "en" });
  if (context.company !== undefined) return;
  const orderId = who.kind === "patient" && who.sessionKind !== "query" ? who.orderId : null;
  const reader = await findPageReader(context.app.reads, orderId);
  context.company = reader.company;
  const { chosenLanguage, orderLanguage, reading } = reader;
  const wanted = [chosenLanguage, languageCookie(request), orderLanguage, requestLanguage(request)];
  changeLanguage(reading ? scopeOf(reading, wanted) : { language: requestLanguage(request) });
}

export async function sessionsOf(args: RouteArgs): Promise<(Staff | Patient)[]> {
  const holders = await Promise.all(tokensOf(args, "anyone").map((token) => holderOf(args, token)));
  return holders.map(({ who }) => who).filter((who) => who.kind === "staff" || who.kind === "patient");
}

async function lookUp(args: RouteArgs, token: string): Promise<Holder> {
  const { app, address } = args.context;
  const anonymous: Holder = { who: { kind: "anonymous", address } };
  const now = app.clock.now();
  const session = await findSession(app, token, now, app.config.staffIdleMinutes);
  if (!session) {
    const integration = await findIntegration(app.reads, token);
    if (!integration) return anonymous;
    const { id, name, last_used_at: used } = integration;
    if (now - (used ?? 0) > saveUseEvery) await recordKeyUse(app.db, id, now);
    return { who: { kind: "integration", name, address } };
  }
  if (now - session.last_seen_at > saveUseEvery && !isBackground(args.request)) {
    session.last_seen_at = now;
    const seen = app.db.updateTable("sessions").set({ last_seen_at: now }).where("id", "=", session.id);
    // A full disk must not prevent reading.
    await seen.execute().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
  const end = sessionEnd(session, now, app.config.staffIdleMinutes);
  if (session.kind !== "staff") {
    const orderId = session.order_id ?? noOrder;
    return {
      who: { kind: "patient", sessionKind: session.kind, sessionId: session.id, orderId, address },
      end,
    };
  }
  const staff = await findStaff(app.reads, session.user_id ?? 0);
  return staff ? { who: { ...staff, sessionId: session.id, address }, end } : anonymous;
}
