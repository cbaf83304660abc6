import { sql } from "kysely";
import { hashToken, newToken } from "~/core/secrets.server";
import { hour, minute, second } from "~/core/time";
import type { PatientSessionKind } from "~/core/who";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { timeAfterVisit, whereInVisit, whereUserInVisit } from "~/db/sessions-in-visits.server";
import type { Row } from "~/db/tables";

/**
 * A patient's session ends 60 minutes after its last use, a staff session 12 hours after sign-in, but not during a visit
 * of its user (`endAfterVisits`).
 */
const patientLife = 60 * minute;
const staffLife = 12 * hour;

type Opening =
  | { kind: "staff"; userId: number; ssoSid?: string | null | undefined }
  | { kind: PatientSessionKind; orderId: number; helperId?: number | undefined };

/** Opens a session inside the caller's transaction. @returns the token; only its hash is stored */
export async function openSession(
  trx: Db,
  opening: Opening,
  at: { now: number; address: string | null; agent: string | null },
): Promise<string> {
  await trx
    .deleteFrom("sessions")
    .where("expires_at", "<=", at.now)
    .where((eb) => eb.not(whereUserInVisit(at.now)))
    .execute();
  const token = newToken();
  await trx
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      kind: opening.kind,
      user_id: opening.kind === "staff" ? opening.userId : null,
      order_id: opening.kind === "staff" ? null : opening.orderId || null,
      helper_id: opening.kind === "staff" ? null : (opening.helperId ?? null),
      sso_sid: opening.kind === "staff" ? (opening.ssoSid ?? null) : null,
      created_at: at.now,
      last_seen_at: at.now,
      expires_at: at.now + (opening.kind === "staff" ? staffLife : patientLife),
      address: at.address,
      agent: at.agent?.slice(0, 200) ?? null,
    })
    .execute();
  return token;
}

/** A query session can see only the visit that it booked. */
export async function rememberVisit(trx: Db, sessionId: number, visitId: number): Promise<void> {
  await trx.updateTable("sessions").set({ visit_id: visitId }).where("id", "=", sessionId).execute();
}

export async function endSession(db: Db, sessionId: number): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", sessionId).execute();
}

export async function endSessionsOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
}

export async function endSessionsOfOrder(db: Db, orderId: number): Promise<void> {
  await db.deleteFrom("sessions").where("order_id", "=", orderId).execute();
}

export async function endSessionsOfHelper(db: Db, helperId: number): Promise<void> {
  await db.deleteFrom("sessions").where("helper_id", "=", helperId).execute();
}

interface PatientSession {
  token: string;
  sessionId: number;
  orderId: number;
  patientName: string | null;
  salesOrderNo: string | null;
}

/** Finds the open patient sessions for these tokens, in the same order. Leaves out query sessions. */
export async function listPatientSessions(
  db: Db,
  tokens: readonly string[],
  now: number,
): Promise<PatientSession[]> {
  const rows = await db
    .selectFrom("sessions")
    .innerJoin("orders", "orders.id", "sessions.order_id")
    .select([
      "sessions.token_hash",
      "sessions.id as sessionId",
      "orders.id as orderId",
      "orders.patient_name as patientName",
      "orders.sales_order_no as salesOrderNo",
    ])
    .where("sessions.token_hash", "in", tokens.map(hashToken))
    .where("sessions.kind", "in", ["code", "link"])
    .where("sessions.expires_at", ">", now)
    .execute();
  const byHash = new Map(rows.map(({ token_hash, ...session }) => [token_hash, session]));
  return tokens.flatMap((token) => {
    const session = byHash.get(hashToken(token));
    return session ? { token, ...session } : [];
  });
}

/** When a session ends if it isn't used again and its user has no visit then, in ms UTC. */
export function endOf(
  session: Pick<Row<"sessions">, "kind" | "created_at" | "last_seen_at" | "expires_at">,
  staffIdleMinutes: number,
): number {
  const idle = session.kind === "staff" ? staffIdleMinutes * minute : patientLife;
  return Math.min(session.expires_at, session.last_seen_at + idle);
}

const visitAt = prepared((db, { user, at }: { user: number; at: number }) =>
  db
    .selectFrom("therapists")
    .crossJoin("visits")
    .select((eb) => eb.fn.max("visits.end_at").as("end_at"))
    .where("therapists.user_id", "=", user)
    .where(whereInVisit(at)),
);

type EndingSession = Pick<Row<"sessions">, "kind" | "user_id" | "created_at" | "last_seen_at" | "expires_at">;

/** When a session really ends, in ms UTC: not during a visit of its user, and not within 15 minutes after one. */
export async function endAfterVisits(
  db: Db,
  session: EndingSession,
  staffIdleMinutes: number,
): Promise<number> {
  let end = endOf(session, staffIdleMinutes);
  if (session.user_id === null) return end;
  for (;;) {
    const [visit] = await visitAt(db, { user: session.user_id, at: end });
    const later = (visit?.end_at ?? 0) + timeAfterVisit;
    if (later <= end) return end;
    end = later;
  }
}

/** The hash of a session's token. Unlike the ID, it is never used again. Null if the session has ended. */
export async function findSessionHash(db: Db, sessionId: number): Promise<string | null> {
  const session = await db
    .selectFrom("sessions")
    .select("token_hash")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return session?.token_hash ?? null;
}

const sessionsIn = prepared((db, { hashes }: { hashes: string }) =>
  db
    .selectFrom("sessions")
    .select(["token_hash", "kind", "user_id", "created_at", "last_seen_at", "expires_at"])
    .where("token_hash", "in", sql<string>`(select value from json_each(${hashes}))`),
);

export async function listOpenSessions(
  db: Db,
  hashes: readonly string[],
  { now, staffIdleMinutes }: { now: number; staffIdleMinutes: number },
): Promise<Set<string>> {
  const sessions = await sessionsIn(db, { hashes: JSON.stringify(hashes) });
  const open = new Set<string>();
  for (const session of sessions) {
    if (await isOpen(db, session, { now, staffIdleMinutes })) open.add(session.token_hash);
  }
  return open;
}

/** Reads visits only if the session would end without them. */
const isOpen = async (
  db: Db,
  session: EndingSession,
  { now, staffIdleMinutes }: { now: number; staffIdleMinutes: number },
): Promise<boolean> =>
  endOf(session, staffIdleMinutes) > now || (await endAfterVisits(db, session, staffIdleMinutes)) > now;

export interface SessionEnd {
  /** Milliseconds UTC. */
  expires_at: number;
  /** In seconds, because the browser's clock may be wrong. */
  expires_in: number;
  can_stay: boolean;
}

export async function findSessionEnd(
  db: Db,
  session: Row<"sessions">,
  now: number,
  staffIdleMinutes: number,
): Promise<SessionEnd> {
  const end = await endAfterVisits(db, session, staffIdleMinutes);
  const expires_in = Math.max(0, Math.round((end - now) / second));
  return { expires_at: end, expires_in, can_stay: end < session.expires_at };
}

const byToken = prepared((db, { hash }: { hash: string }) =>
  db.selectFrom("sessions").selectAll().where("token_hash", "=", hash),
);

/** Finds the session of a token. Deletes it if it has expired, so that changing the clock can't revive it. */
export async function findSession(
  { reads, db }: { reads: Db; db: Db },
  token: string,
  now: number,
  staffIdleMinutes: number,
): Promise<Row<"sessions"> | null> {
  const [session] = await byToken(reads, { hash: hashToken(token) });
  if (!session) return null;
  if (await isOpen(reads, session, { now, staffIdleMinutes })) return session;
  await endSession(db, session.id);
  return null;
}
