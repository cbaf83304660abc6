import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Operator } from "~/core/who";
import { syncMessageStatus } from "~/messages/outbox-rows.server";

const notSent =
  "It was queued when this backup was made and may have been sent since. If it wasn't sent, resend it.";

/** Ends all sessions. Queued messages wait for an admin, because they may have been sent since the backup. */
export function setAsideMessages(app: App, who: Operator, madeAt: string): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    await trx.deleteFrom("sessions").execute();
    await trx.deleteFrom("sign_in_challenges").execute();
    await trx.deleteFrom("password_tokens").execute();
    const rows = await trx
      .updateTable("outbox")
      .set({
        status: "failed",
        error: notSent,
        error_code: null,
        lease_owner: null,
        lease_until: null,
        finished_at: now,
      })
      .where((of) =>
        of.or([
          of("status", "=", "sending"),
          of.and([of("status", "=", "queued"), of("not_before", "<=", now)]),
        ]),
      )
      .returning(["message_id"])
      .execute();
    // So a retry checks first whether the note was written after the backup.
    await trx
      .updateTable("webhook_deliveries")
      .set({ last_tried_at: now })
      .where("finished_at", "is", null)
      .execute();
    for (const row of rows) await syncMessageStatus(trx, row, { status: "failed", error: notSent });
    await logAudit(trx, app, who, "database.restored", null, { made_at: madeAt, set_aside: rows.length });
    return rows.length;
  });
}
