import { Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import { noOrder, type Who } from "~/core/who";
import { findIntegration, noteUse } from "~/db/integrations.server";
import { endSession, findSession, sessionEnd } from "~/db/sessions.server";
import { findStaff } from "~/db/staff.server";
import type { DoorArgs } from "../context.server";
import { cookieName, readCookie, setCookie } from "../request/cookies.server";

/** The name of the session's cookie, without the prefix that TLS gives it. */
export const sessionCookie = "firstnight";

// A session in use is written back at most this often: idle ends are counted in minutes.
const seenEvery = minute;

/** The token a request carries, in the cookie or as a bearer. */
function tokenOf({ request, context }: Pick<DoorArgs, "request" | "context">): string | null {
  const bearer = /^Bearer ([\w-]{20,})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return bearer ?? readCookie(request, cookieName(sessionCookie, context.app.config.https));
}

/**
 * Goes on with a new session in this browser: the one it had before ends, so that a token somebody
 * planted or copied earlier is worth nothing. With null the one at hand goes on.
 */
export async function enterWith(args: DoorArgs, token: string | null): Promise<void> {
  if (token === null) return;
  const before = await identify(args);
  if (before.kind === "staff" || before.kind === "patient") {
    await endSession(args.context.app.db, before.sessionId);
  }
  carryToken(args, token);
}

/** Puts a session's token into the browser's cookie. */
export function carryToken({ context }: Pick<DoorArgs, "context">, token: string): void {
  context.replyHeaders.append("Set-Cookie", setCookie(sessionCookie, token, context.app.config.https));
}

/**
 * Takes the cookie back, and what pages kept in the browser's storage: of staff (part 2, section 2), and
 * the tracking page that a patient's browser keeps for a time without connection.
 */
export async function dropToken({ context }: Pick<DoorArgs, "context">): Promise<void> {
  context.replyHeaders.set("Clear-Site-Data", '"storage"');
  context.replyHeaders.append("Set-Cookie", setCookie(sessionCookie, "", context.app.config.https, 0));
}

// What a page asks by itself, every few seconds, is no use of the session by a person.
const isBackground = (request: Request) => request.headers.get("x-background") === "1";

const known = new WeakMap<Request, Promise<Who>>();

/**
 * Who is asking. Asked once per request, however many loaders want to know. A request with
 * `X-Background: 1` (polling) does not keep the session alive.
 */
export function identify(args: DoorArgs): Promise<Who> {
  let who = known.get(args.request);
  if (!who) {
    who = lookUp(args);
    known.set(args.request, who);
  }
  return who;
}

async function lookUp(args: DoorArgs): Promise<Who> {
  const { app, address } = args.context;
  const nobody: Who = { kind: "nobody", address };
  const token = tokenOf(args);
  if (!token) return nobody;
  const now = app.clock.now();
  const session = await findSession(app, token, now, app.config.staffIdleMinutes);
  if (!session) {
    const integration = await findIntegration(app.reads, token);
    if (!integration) return nobody;
    const { id, name, last_used_at: used } = integration;
    if (now - (used ?? 0) > seenEvery) await noteUse(app.db, id, now);
    return { kind: "integration", name, address };
  }
  if (now - session.last_seen_at > seenEvery && !isBackground(args.request)) {
    session.last_seen_at = now;
    const seen = app.db.updateTable("sessions").set({ last_seen_at: now }).where("id", "=", session.id);
    // A disk that takes nothing more keeps nobody from reading.
    await seen.execute().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
  args.context.sessionEnd = sessionEnd(session, now, app.config.staffIdleMinutes);
  if (session.kind !== "staff") {
    return {
      kind: "patient",
      way: session.kind,
      sessionId: session.id,
      orderId: session.order_id ?? noOrder,
      address,
    };
  }
  const staff = await findStaff(app.reads, session.user_id ?? 0);
  return staff ? { ...staff, sessionId: session.id, address } : nobody;
}
