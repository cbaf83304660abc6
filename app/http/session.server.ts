import type { App } from "~/boot/app.server";
import { hashToken } from "~/core/secrets.server";
import { minute } from "~/core/time";
import { noOrder, type Who } from "~/core/who";
import { patientLife } from "~/db/sessions.server";
import type { DoorArgs } from "./context.server";
import { cookieName, readCookie, setCookie } from "./cookies.server";

const cookie = "firstnight";

// A session in use is written back at most this often: idle ends are counted in minutes.
const seenEvery = minute;

/** The token a request carries, in the cookie or as a bearer. */
export function tokenOf({ request, context }: Pick<DoorArgs, "request" | "context">): string | null {
  const bearer = /^Bearer ([\w-]{20,})$/.exec(request.headers.get("authorization") ?? "")?.[1];
  return bearer ?? readCookie(request, cookieName(cookie, context.app.config.https));
}

/** Puts a session's token into the browser's cookie. */
export function carryToken({ context }: Pick<DoorArgs, "context">, token: string): void {
  context.replyHeaders.append("Set-Cookie", setCookie(cookie, token, context.app.config.https));
}

/** Takes the cookie back. */
export function dropToken({ context }: Pick<DoorArgs, "context">): void {
  context.replyHeaders.append("Set-Cookie", setCookie(cookie, "", context.app.config.https, 0));
}

async function findSession(app: App, token: string, now: number) {
  const session = await app.reads
    .selectFrom("sessions")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!session) return null;
  const idle = session.kind === "staff" ? app.config.staffIdleMinutes * minute : patientLife;
  return session.last_seen_at + idle > now ? session : null;
}

const known = new WeakMap<Request, Promise<Who>>();

/** Who is asking. Asked once per request, however many loaders want to know. */
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
  const session = await findSession(app, token, now);
  if (!session) return nobody;
  if (now - session.last_seen_at > seenEvery) {
    await app.db.updateTable("sessions").set({ last_seen_at: now }).where("id", "=", session.id).execute();
  }
  if (session.kind !== "staff") {
    return {
      kind: "patient",
      way: session.kind,
      sessionId: session.id,
      orderId: session.order_id ?? noOrder,
      address,
    };
  }
  const user = await app.reads
    .selectFrom("users")
    .leftJoin("therapists", "therapists.user_id", "users.id")
    .select([
      "users.id",
      "users.email",
      "users.name",
      "therapists.id as therapistId",
      "therapists.name as therapistName",
    ])
    .where("users.id", "=", session.user_id)
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  if (!user) return nobody;
  const held = await app.reads
    .selectFrom("user_roles")
    .select("role")
    .where("user_id", "=", user.id)
    .execute();
  return {
    kind: "staff",
    sessionId: session.id,
    userId: user.id,
    email: user.email,
    name: user.name,
    roles: held.map((row) => row.role),
    therapistId: user.therapistId,
    therapistName: user.therapistName,
    address,
  };
}
