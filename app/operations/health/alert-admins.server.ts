import type { App, AppTx } from "~/boot/app.server";
import { day } from "~/core/time";
import { enqueue, type Notice } from "~/messages/enqueue.server";

interface Alert {
  /** Admins get one alert a day about each subject. */
  about: "backup" | "outbox" | "audit" | "database" | "replication" | `restore ${number}`;
  subject: string;
  body: string;
}

export const alertKind = "alert";

export function alertAdmins(app: App, alert: Alert): Promise<void> {
  return app.db
    .transaction()
    .execute(async (trx) => enqueue({ trx, app }, await adminAlerts({ trx, app }, alert)));
}

export async function adminAlerts({ trx, app }: AppTx, { about, subject, body }: Alert): Promise<Notice[]> {
  const admins = await trx
    .selectFrom("users")
    .innerJoin("user_roles", "user_roles.user_id", "users.id")
    .select(["users.id", "users.email", "users.name"])
    .where("user_roles.role", "=", "admin")
    .where("users.disabled_at", "is", null)
    .execute();
  const today = Math.floor(app.clock.now() / day);
  return admins.map(({ id, email, name }) => ({
    channel: "email",
    recipient: email,
    subject: `Firstnight: ${subject}`,
    body: `Hello ${name},\n\n${body}\n\nFirstnight, ${app.config.publicUrl}`,
    kind: alertKind,
    dedupe_key: `alert ${about} ${today} ${id}`,
  }));
}
