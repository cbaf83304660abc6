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
import type { RouteArgs } from "../route-args.server";

// A session in use is written back at most this often: idle ends are counted in minutes.
const seenEvery = minute;

const patientFirst: readonly SessionKind[] = ["patient", "staff"];
const staffFirst: readonly SessionKind[] = ["staff", "patient"];

const cookieOf = ({ request, context }: Pick<RouteArgs, "request" | "context">, kind: SessionKind) =>
  readCookie(request, cookieName(sessionCookies[kind], context.app.config.https));

/** The tokens a request carries: a bearer alone, or those of the cookies, first of whom the audience names first. */
function tokensOf(args: Pick<RouteArgs, "request" | "context">, audience: Audience): string[] {
  const bearer = /^Bearer ([\w-]{20,})$/i.exec(args.request.headers.get("authorization") ?? "")?.[1];
  if (bearer) return [bearer];
  const isForStaff = audience !== "anyone" && roles.some((role) => role === audience[0]);
  return (isForStaff ? staffFirst : patientFirst).flatMap((kind) => cookieOf(args, kind) || []);
}

/**
 * Signs this browser in. The session of the same kind it had before ends, so that a token somebody planted or
 * copied earlier is worth nothing.
 */
export async function enterWith(args: RouteArgs, kind: SessionKind, token: string): Promise<void> {
  const former = cookieOf(args, kind);
  const who = former && (await holderOf(args, former)).who;
  if (who && (who.kind === "staff" || who.kind === "patient")) {
    await endSession(args.context.app.db, who.sessionId);
  }
  carryToken(args, kind, token);
}

/** Puts a session's token into the browser's cookie, and ends none: for whoever only opened an address. */
export function carryToken({ context }: Pick<RouteArgs, "context">, kind: SessionKind, token: string): void {
  context.replyHeaders.append("Set-Cookie", setCookie(sessionCookies[kind], token, context.app.config.https));
}

/**
 * Takes cookies back, and what pages kept in the browser's storage: of staff (part 2, section 2), and
 * the tracking page that a patient's browser keeps for a time without connection.
 */
export function dropTokens({ context }: Pick<RouteArgs, "context">, kinds = staffFirst): void {
  context.replyHeaders.set("Clear-Site-Data", '"storage"');
  for (const kind of kinds) {
    context.replyHeaders.append(
      "Set-Cookie",
      setCookie(sessionCookies[kind], "", context.app.config.https, 0),
    );
  }
}

// What a page asks by itself, every few seconds, is no use of the session by a person.
const isBackground = (request: Request) => request.headers.get("x-background") === "1";

interface Holder {
  who: Who;
  end?: SessionEnd;
}

const known = new WeakMap<Request, Map<string, Promise<Holder>>>();

/** Whose token it is. Looked up once per request, however many loaders want to know. */
function holderOf(args: RouteArgs, token: string): Promise<Holder> {
  const holders = known.get(args.request) ?? new Map<string, Promise<Holder>>();
  known.set(args.request, holders);
  const holder = holders.get(token) ?? lookUp(args, token);
  holders.set(token, holder);
  return holder;
}

/**
 * The caller. With sessions of both kinds it is the one the audience admits, and of two that it admits the kind
 * it names first; a patient for "anyone". A request with `X-Background: 1` (polling) does not keep the session
 * alive.
 */
export async function identify(args: RouteArgs, audience: Audience = "anyone"): Promise<Who> {
  const holders: Holder[] = [];
  for (const token of tokensOf(args, audience)) {
    const holder = await holderOf(args, token);
    holders.push(holder);
    if (holder.who.kind === "nobody" || !belongs(audience, holder.who)) continue;
    if (holder.end) args.context.sessionEnd = holder.end;
    return holder.who;
  }
  // A session of the wanted kind that is over asks to sign in again, whatever the other one may do.
  return holders[0]?.who ?? { kind: "nobody", address: args.context.address };
}

/** Every session the request carries. */
export async function sessionsOf(args: RouteArgs): Promise<(Staff | Patient)[]> {
  const holders = await Promise.all(tokensOf(args, "anyone").map((token) => holderOf(args, token)));
  return holders.map(({ who }) => who).filter((who) => who.kind === "staff" || who.kind === "patient");
}

async function lookUp(args: RouteArgs, token: string): Promise<Holder> {
  const { app, address } = args.context;
  const nobody: Holder = { who: { kind: "nobody", address } };
  const now = app.clock.now();
  const session = await findSession(app, token, now, app.config.staffIdleMinutes);
  if (!session) {
    const integration = await findIntegration(app.reads, token);
    if (!integration) return nobody;
    const { id, name, last_used_at: used } = integration;
    if (now - (used ?? 0) > seenEvery) await recordKeyUse(app.db, id, now);
    return { who: { kind: "integration", name, address } };
  }
  if (now - session.last_seen_at > seenEvery && !isBackground(args.request)) {
    session.last_seen_at = now;
    const seen = app.db.updateTable("sessions").set({ last_seen_at: now }).where("id", "=", session.id);
    // A disk that takes nothing more keeps nobody from reading.
    await seen.execute().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
  const end = sessionEnd(session, now, app.config.staffIdleMinutes);
  if (session.kind !== "staff") {
    const orderId = session.order_id ?? noOrder;
    return { who: { kind: "patient", way: session.kind, sessionId: session.id, orderId, address }, end };
  }
  const staff = await findStaff(app.reads, session.user_id ?? 0);
  return staff ? { who: { ...staff, sessionId: session.id, address }, end } : nobody;
}
