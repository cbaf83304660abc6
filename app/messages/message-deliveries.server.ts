import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findConsent } from "./consent/consents.server";
import { syncMessageStatus } from "./outbox-rows.server";
import { messageStrings } from "./staff-strings";

interface ListInput {
  status?: "failed" | "queued" | "sending" | "held" | "possibly-sent";
  before?: number;
  limit: number;
}

const unfinished = sql`
  select id from outbox where status in ('failed', 'queued', 'sending', 'held')
  union all select id from outbox where in_doubt = 1`;

function whereStatus(status: ListInput["status"]) {
  if (!status) return sql<boolean>`id in (${unfinished})`;
  return status === "possibly-sent"
    ? sql<boolean>`possibly_sent = 1`
    : sql<boolean>`status = ${sql.lit(status)}`;
}

/** Lists unsent messages, and emails that may have arrived twice, without their bodies. */
export function listDeliveries(db: Db, input: ListInput) {
  let query = db
    .selectFrom("outbox")
    .select([
      "id",
      "channel",
      "recipient as to",
      "subject",
      "kind",
      "status",
      "attempts",
      "error_code",
      "error",
      "created_at",
      "not_before",
      "first_tried_at",
      "finished_at",
      "possibly_sent",
      "visit_id",
      "order_id",
    ])
    .where(whereStatus(input.status))
    .orderBy("id", "desc")
    .limit(input.limit);
  if (input.before) query = query.where("id", "<", input.before);
  return query.execute();
}

/** @throws Refusal "conflict" if the message was sent or is waiting for YES, or after an opt-out */
export const retryDelivery = (app: App, who: Who, id: number) => retry(app, who, { id });

export const retryMessage = (app: App, who: Who, messageId: number) =>
  retry(app, who, { message_id: messageId });

const cannotRetry: Partial<Record<Row<"outbox">["status"], string>> = {
  held: "This message is waiting for the patient to reply YES.",
  sending: "This message is already being sent.",
  sent: "This message was already sent.",
  delivered: "This message was already delivered.",
  dropped: "This message no longer applies. Write a new one.",
};

function retry(app: App, who: Who, key: { id: number } | { message_id: number }): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("outbox")
      .selectAll()
      .where((eb) => eb.and(key))
      .executeTakeFirstOrThrow(() => new Refusal("missing", "Message not found."));
    const reason = cannotRetry[row.status];
    if (reason) throw new Refusal("conflict", reason);
    if (row.channel === "sms" && (await findConsent(trx, row.recipient)) === "withdrawn") {
      throw new Refusal("conflict", messageStrings.stopped);
    }
    // If the provider reported the failure, the next attempt must look like a new message to it.
    const isNewRound = row.status === "failed" && !row.in_doubt;
    await trx
      .updateTable("outbox")
      .set({
        status: "queued",
        not_before: app.clock.now(),
        attempts: 0,
        provider_id: null,
        error: null,
        error_code: null,
        finished_at: null,
        possibly_sent: 0,
        ...(isNewRound && { round: row.round + 1, first_tried_at: null }),
      })
      .where("id", "=", row.id)
      .execute();
    await syncMessageStatus(trx, row, { status: "queued", providerId: null });
    await logAudit({ trx, app, who }, "delivery.retried", `outbox ${row.id}`);
    app.delivery.notify();
  });
}

/** Records that a message that was possibly sent needs no other attempt. @throws Refusal "conflict" */
export function markSent(app: App, who: Who, id: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("outbox")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow(() => new Refusal("missing", "Message not found."));
    if (!row.possibly_sent)
      throw new Refusal("conflict", "This message was already resent or marked as sent.");
    await trx
      .updateTable("outbox")
      .set({ status: "sent", possibly_sent: 0, in_doubt: 0, error: null, finished_at: app.clock.now() })
      .where("id", "=", id)
      .execute();
    await syncMessageStatus(trx, row, { status: "sent" });
    await logAudit({ trx, app, who }, "delivery.marked-sent", `outbox ${id}`);
  });
}
