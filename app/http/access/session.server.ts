import { findIntegration, recordKeyUse } from "~/accounts/api-keys.server";
import { findStaff } from "~/accounts/find-staff.server";
import {
  endSession,
  findSession,
  findSessionEnd,
  listPatientSessions,
  type SessionEnd,
} from "~/accounts/sessions.server";
import { findPageReader, type PageReader } from "~/company/company.server";
import { scopeOf } from "~/company/patient-language";
import { changeLanguage } from "~/core/language/language-scope.server";
import { Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import {
  type Audience,
  anonymous,
  belongs,
  isProvenPatient,
  noOrder,
  type Patient,
  roles,
  type Staff,
  type Who,
} from "~/core/who";
import type { SessionKind } from "../request/cookies.server";
import { languageCookie, requestLanguage } from "../request/request-language.server";
import type { RouteArgs } from "../route-args.server";
import { knownCompany, rememberCompany } from "./known-company.server";
import { listOrdersInThisBrowser } from "./orders-in-this-browser.server";
import { bearerOf, carryToken, cookieTokens, everyToken, tokensOf } from "./session-tokens.server";
import { rememberStaffBrowser } from "./staff-browser.server";

const saveUseEvery = minute;

/**
 * Signs a browser in. Ends its previous session of the same kind, so that a planted or copied token is
 * useless. Sessions of other orders stay open in this browser.
 */
export async function enterWith(args: RouteArgs, kind: SessionKind, token: string): Promise<void> {
  const previous = cookieTokens(args, kind);
  await carryToken(args, kind, token);
  if (kind === "staff") rememberStaffBrowser(args);
  const kept = cookieTokens(args, kind);
  for (const dropped of previous.filter((one) => !kept.includes(one))) {
    const { who } = await holderOf(args, dropped);
    if (who.kind === "staff" || who.kind === "patient") await endSession(args.context.app.db, who.sessionId);
  }
}

/** Makes another order in this browser the current one. @returns false if its session isn't open in this browser */
export async function switchOrder(args: RouteArgs, sessionId: number): Promise<boolean> {
  const { reads, clock } = args.context.app;
  const tokens = cookieTokens(args, "patient");
  const sessions = await listPatientSessions(reads, tokens, clock.now());
  const chosen = sessions.find((session) => session.sessionId === sessionId);
  if (chosen) await carryToken(args, "patient", chosen.token);
  return chosen !== undefined;
}

// These respond in English, without using the database.
const healthChecks = ["/healthz", "/readyz"];

// Polling doesn't count as use of the session.
export const isBackground = (request: Request) => request.headers.get("x-background") === "1";

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
 * Identifies the caller. If there is both a staff and a patient session, the audience decides. If both belong to it,
 * the kind listed first wins, or the patient for "anyone". Requests with `X-Background: 1` don't extend the session.
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
  // If the session of the requested kind has expired, the user must sign in again, even if the other kind is
  // valid.
  const who = holders[0]?.who ?? anonymous(args.context.address);
  if (audience === "anyone") await rememberReader(args, who);
  return who;
}

/**
 * Finds the page's company and the reader's language. A query session must not reveal whether its order
 * exists, so it gets neither from the order.
 */
async function rememberReader(args: RouteArgs, who: Who): Promise<void> {
  const { context } = args;
  if (healthChecks.includes(new URL(args.request.url).pathname)) return;
  if (who.kind === "staff") return changeLanguage({ language: "en" });
  if (who.kind === "patient") context.patient = who;
  if (context.company !== undefined) return;
  const orderId = isProvenPatient(who) ? who.orderId : null;
  const known = who.kind === "anonymous" ? knownCompany(args) : null;
  const reader = await findPageReader(context.app.reads, orderId, known);
  context.company = reader.company;
  if (orderId !== null && reader.company) rememberCompany(args, reader.company.id);
  context.openOrders =
    orderId === null || bearerOf(args)
      ? []
      : await listOrdersInThisBrowser(args, cookieTokens(args, "patient"));
  // The order's language is the patient's, not the helper's.
  const isHelper = who.kind === "patient" && who.helperId !== undefined;
  changeReader(args, reader, isHelper);
}

/** Does the same for a page that a link opens without a session. */
export async function rememberOrder(args: RouteArgs, orderId: number): Promise<void> {
  const reader = await findPageReader(args.context.app.reads, orderId);
  args.context.company = reader.company;
  if (reader.company) rememberCompany(args, reader.company.id);
  args.context.openOrders = [];
  changeReader(args, reader, true);
}

/**
 * @param prefersBrowser true for readers other than the patient: the browser's language overrides the order's
 */
export function changeReader(
  { request, context }: RouteArgs,
  reader: PageReader,
  prefersBrowser: boolean,
): void {
  const { chosenLanguage, orderLanguage, reading } = reader;
  const ofBrowser = languageCookie(request);
  const wanted = [chosenLanguage, ofBrowser, orderLanguage, requestLanguage(request)];
  if (prefersBrowser) wanted.unshift(ofBrowser);
  const scope = reading ? scopeOf(reading, wanted) : { language: requestLanguage(request) };
  context.languageScope = { ...scope, company: reader.company?.name };
  changeLanguage(context.languageScope);
}

/** Finds the staff member who is signed in on this browser. Doesn't change the page's language. */
export async function findStaffSession(args: RouteArgs): Promise<Staff | null> {
  const [token] = tokensOf(args, roles);
  const who = token === undefined ? null : (await holderOf(args, token)).who;
  return who?.kind === "staff" ? who : null;
}

export async function sessionsOf(args: RouteArgs): Promise<(Staff | Patient)[]> {
  const tokens = everyToken(args);
  const holders = await Promise.all(tokens.map((token) => holderOf(args, token)));
  return holders.map(({ who }) => who).filter((who) => who.kind === "staff" || who.kind === "patient");
}

async function lookUp(args: RouteArgs, token: string): Promise<Holder> {
  const { app, address } = args.context;
  const now = app.clock.now();
  const session = await findSession(app, token, now, app.config.staffIdleMinutes);
  if (!session) {
    const integration = await findIntegration(app.reads, token);
    if (!integration) return { who: anonymous(address) };
    const { id, name, last_used_at: used } = integration;
    if (now - (used ?? 0) > saveUseEvery) await recordKeyUse(app.db, id, now);
    return { who: { kind: "integration", name, address } };
  }
  if (now - session.last_seen_at > saveUseEvery && !isBackground(args.request)) {
    session.last_seen_at = now;
    const seen = app.db.updateTable("sessions").set({ last_seen_at: now }).where("id", "=", session.id);
    // Pages must stay readable even if the disk is full.
    await seen.execute().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
  const end = await findSessionEnd(app.reads, session, now, app.config.staffIdleMinutes);
  if (session.kind !== "staff") {
    const orderId = session.order_id ?? noOrder;
    return {
      who: {
        kind: "patient",
        sessionKind: session.kind,
        sessionId: session.id,
        orderId,
        helperId: session.helper_id ?? undefined,
        address,
      },
      end,
    };
  }
  const staff = await findStaff(app.reads, session.user_id ?? 0);
  if (!staff) return { who: anonymous(address) };
  return { who: { ...staff, sessionId: session.id, address }, end };
}
