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
  status?: "failed" | "queued" | "sending" | "held" | undefined;
  before?: number | undefined;
  limit: number;
}

const unfinished = sql`
  select id from outbox where status in ('failed', 'queued', 'sending', 'held')
  union all select id from outbox where in_doubt = 1`;

/** Unsent messages and emails that may have arrived twice, without their contents. */
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
    ])
    .where(
      input.status ? sql<boolean>`status = ${sql.lit(input.status)}` : sql<boolean>`id in (${unfinished})`,
    )
    .orderBy("id", "desc")
    .limit(input.limit);
  if (input.before) query = query.where("id", "<", input.before);
  return query.execute();
}

/** @throws Refusal "conflict" for a message that was sent or is held, and for a number that texted STOP */
export function retryDelivery(app: App, who: Who, id: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row) throw new Refusal("missing", "Message not found.");
    await retry(trx, app, who, row);
  });
}

export function retryMessage(app: App, who: Who, messageId: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("outbox")
      .selectAll()
      .where("message_id", "=", messageId)
      .executeTakeFirst();
    if (!row) throw new Refusal("missing", "Message not found.");
    await retry(trx, app, who, row);
  });
}

const cannotRetry: Partial<Record<Row<"outbox">["status"], string>> = {
  held: "This message is held until the patient replies YES.",
  sending: "This message is already being sent.",
  sent: "This message was already sent.",
  delivered: "This message was already delivered.",
  dropped: "This message is no longer valid. Write a new one.",
};

async function retry(trx: Db, app: App, who: Who, row: Row<"outbox">): Promise<void> {
  const reason = cannotRetry[row.status];
  if (reason) throw new Refusal("conflict", reason);
  if (row.channel === "sms" && (await findConsent(trx, row.recipient)) === "withdrawn") {
    throw new Refusal("conflict", messageStrings.stopped);
  }
  // After a failure that the provider reported, a new attempt is another message for the provider.
  const newRound = row.status === "failed" && !row.in_doubt && { round: row.round + 1, first_tried_at: null };
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
      ...newRound,
    })
    .where("id", "=", row.id)
    .execute();
  await syncMessageStatus(trx, row, { status: "queued", providerId: null });
  await logAudit(trx, app, who, "delivery.retried", `outbox ${row.id}`);
  app.delivery.notify();
}
