import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { openSession } from "~/accounts/sessions.server";
import { type App, openApp } from "~/boot/app.server";
import { copyOf, openClinic } from "../../bench/clinic.mjs";
import { atEnd } from "../../support/cleanup";
import { scratchConfig, testClock } from "../../support/scratch";

/** Records of the users who try other users' IDs. */
export interface Own {
  orderId: number;
  therapistId: number;
  userIds: number[];
}

/** Starts a server with the large demo and opens a session for each kind of user. */
export async function openLargeClinic() {
  let prepared: Awaited<ReturnType<typeof prepareLargeClinic>> | undefined;
  const clinic = await openClinic(
    { DEMO_SCALE: "large", TRUST_PROXY: "1" },
    {
      prepare: async (file: string) => {
        prepared = await prepareLargeClinic(file);
      },
    },
  );
  atEnd(() => {
    clinic.kill();
    clinic.clear();
  });
  if (!prepared) throw new Error("The demo wasn't prepared.");
  return { clinic, ...prepared };
}

/** Opens the large demo without a server, with a stopped clock, and with a session for each kind of user. */
export async function prepareLargeClinic(file = join(copyOf({ DEMO_SCALE: "large" }), "firstnight.db")) {
  const app = openApp(scratchConfig({ DATA_DIR: dirname(file), APP_SECRET: "" }), testClock(Date.now()));
  atEnd(() => app.close());
  return { app, file, ...(await openSessions(app)) };
}

const open = (app: App, opening: Parameters<typeof openSession>[1]) =>
  app.db
    .transaction()
    .execute((trx) => openSession(trx, opening, { now: Date.now(), address: null, agent: null }));

/** Opens a session for a staff user; returns its token. */
export const openStaffSession = (app: App, userId: number) => open(app, { kind: "staff", userId });

async function openSessions(app: App) {
  const withRole = async (role: "therapist" | "staff" | "supervisor" | "admin") =>
    (
      await app.db
        .selectFrom("user_roles")
        .select("user_id")
        .where("role", "=", role)
        .orderBy("user_id", "desc")
        .executeTakeFirstOrThrow()
    ).user_id;
  const therapistUser = await withRole("therapist");
  const therapist = await app.db
    .selectFrom("therapists")
    .select("id")
    .where("user_id", "=", therapistUser)
    .executeTakeFirst();
  const order = await app.db
    .selectFrom("visits")
    .select("order_id")
    .where("status", "=", "submitted")
    .executeTakeFirstOrThrow();
  const roles = ["staff", "supervisor", "admin"] as const;
  const users = new Map(await Promise.all(roles.map(async (role) => [role, await withRole(role)] as const)));
  const own: Own = {
    orderId: order.order_id,
    therapistId: therapist?.id ?? 0,
    userIds: [therapistUser, ...users.values()],
  };
  const tokens = new Map<string, string>();
  for (const kind of ["code", "link", "query"] as const)
    tokens.set(`patient by ${kind}`, await open(app, { kind, orderId: own.orderId }));
  for (const [role, userId] of users) tokens.set(role, await openStaffSession(app, userId));
  tokens.set("therapist", await openStaffSession(app, therapistUser));
  return { tokens, own };
}

/** A hash of other users' records, without records that the server changes automatically. */
export function stateOf(file: string, { orderId, therapistId, userIds }: Own): string {
  const digest = createHash("sha256");
  const database = new Database(file, { readonly: true });
  for (const theirs of [
    `select * from visits where order_id <> ${orderId} and therapist_id <> ${therapistId}`,
    `select * from orders where id <> ${orderId}`,
    `select * from therapists where id <> ${therapistId}`,
    `select * from users where id not in (${userIds.join()})`,
    `select * from slots where therapist_id <> ${therapistId}`,
    "select id, star_color, assignee_user_id, notes from threads",
    "select * from thread_tags",
    "select * from messages where author_user_id is not null",
    "select id, phone, given, source from consents",
  ]) {
    for (const row of database.prepare(`${theirs} order by 1, 2`).raw().iterate()) {
      digest.update(String(row));
    }
  }
  database.close();
  return digest.digest("hex");
}
