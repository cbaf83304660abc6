import type { App } from "~/boot/app.server";
import { day } from "~/core/time";
import { enqueue } from "~/messages/enqueue.server";

interface Alert {
  about: "backup" | "outbox" | "audit" | "database";
  subject: string;
  body: string;
}

export const alertKind = "alert";

export function alertAdmins(app: App, { about, subject, body }: Alert): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const admins = await trx
      .selectFrom("users")
      .innerJoin("user_roles", "user_roles.user_id", "users.id")
      .select(["users.id", "users.email", "users.name"])
      .where("user_roles.role", "=", "admin")
      .where("users.disabled_at", "is", null)
      .execute();
    const today = Math.floor(app.clock.now() / day);
    await enqueue(
      trx,
      app,
      admins.map(({ id, email, name }) => ({
        channel: "email" as const,
        recipient: email,
        subject: `Firstnight: ${subject}`,
        body: `Hello ${name},\n\n${body}\n\nFirstnight, ${app.config.publicUrl}`,
        kind: alertKind,
        dedupe_key: `alert ${about} ${today} ${id}`,
      })),
    );
  });
}
