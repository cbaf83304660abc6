import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Patient, Staff } from "~/core/who";
import {
  endAfterVisits,
  endSession,
  endSessionsOfUser,
  findSessionEnd,
  type SessionEnd,
} from "../sessions.server";

export async function endOfOwnSession(app: App, who: Staff | Patient): Promise<SessionEnd> {
  const session = await app.reads
    .selectFrom("sessions")
    .selectAll()
    .where("id", "=", who.sessionId)
    .executeTakeFirstOrThrow(() => new Refusal("signed-out", "Please sign in."));
  return findSessionEnd(app.reads, session, app.clock.now(), app.config.staffIdleMinutes);
}

export async function staySignedIn(app: App, who: Staff | Patient): Promise<void> {
  await app.db
    .updateTable("sessions")
    .set({ last_seen_at: app.clock.now() })
    .where("id", "=", who.sessionId)
    .execute();
}

export async function listOwnSessions(app: App, who: Staff) {
  const sessions = await app.reads
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", who.userId)
    .orderBy("last_seen_at", "desc")
    .limit(100)
    .execute();
  const ends = await Promise.all(
    sessions.map((session) => endAfterVisits(app.reads, session, app.config.staffIdleMinutes)),
  );
  return sessions
    .map((session, index) => ({
      id: session.id,
      created_at: session.created_at,
      last_seen_at: session.last_seen_at,
      expires_at: ends[index] ?? session.expires_at,
      address: session.address,
      browser: browserName(session.agent),
      current: session.id === who.sessionId,
    }))
    .filter(({ expires_at }) => expires_at > app.clock.now())
    .sort((a, b) => Number(b.current) - Number(a.current));
}

export async function endOwnSession(app: App, who: Staff, id: number): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom("sessions")
      .select("id")
      .where("id", "=", id)
      .where("user_id", "=", who.userId)
      .executeTakeFirstOrThrow(() => new Refusal("missing", "Session not found."));
    await endSession(trx, id);
    await logAudit({ trx, app, who }, "session.ended", `user ${who.userId}`);
  });
}

export async function signOutEverywhere(app: App, who: Staff): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await endSessionsOfUser(trx, who.userId);
    await logAudit({ trx, app, who }, "session.all-ended", `user ${who.userId}`);
  });
}

const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const match = (names: typeof browsers, agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1];

function browserName(agent: string | null): string {
  if (!agent) return "Unknown browser";
  const browser = match(browsers, agent) ?? "Another program";
  const system = match(systems, agent);
  return system ? `${browser} on ${system}` : browser;
}
