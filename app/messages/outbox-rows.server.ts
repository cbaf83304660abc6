import type { AppTx } from "~/boot/app.server";
import type { Language } from "~/core/language/languages";
import type { Db } from "~/db/open.server";
import type { MessageStatus, NewRow, OutboxStatus, Row } from "~/db/tables";
import { type ReplacementEmail, saveReplacementEmail } from "./email/replacement-email.server";
import { type MessageKind, rulesOf } from "./message-kinds";

export interface OutboxMessage {
  channel: "sms" | "email";
  recipient: string;
  subject?: string | null;
  body: string;
  kind: MessageKind;
  /** The language of the subject and body. The default is English. */
  language?: Language;
  order_id?: number | null;
  visit_id?: number | null;
  /** The start of the visit. If the visit moves, a message that is still waiting is dropped. */
  visit_start?: number | null;
  /** An `immediate` text that many patients get together, so it waits in quiet hours. */
  waitsInQuietHours?: true;
  /** Sent instead of the text if its number has opted out. */
  replacement?: ReplacementEmail;
  /** A second notice with the same key is ignored. */
  dedupe_key?: string;
}

/** Adds a message. It is due now unless `state` says otherwise. */
export async function insertRow(
  { trx, app }: AppTx,
  message: OutboxMessage,
  state: Partial<NewRow<"outbox">> = {},
): Promise<void> {
  const now = app.clock.now();
  const { id } = await trx
    .insertInto("outbox")
    .values({
      channel: message.channel,
      recipient: message.recipient,
      subject: message.subject,
      body_sealed: app.secrets.seal(message.body),
      kind: message.kind,
      language: message.language,
      in_line: Number(!rulesOf(message.kind).immediate),
      order_id: message.order_id,
      visit_id: message.visit_id,
      visit_start: message.visit_start,
      dedupe_key: message.dedupe_key,
      created_at: now,
      not_before: now,
      ...state,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (message.replacement && state.status !== "dropped") {
    await saveReplacementEmail({ trx, app }, id, message.replacement);
  }
}

interface Outcome {
  status: OutboxStatus;
  error?: string | null;
  providerId?: string | null;
}

/** Updates the message in the conversation, if the row has one. */
export async function syncMessageStatus(
  trx: Db,
  row: Pick<Row<"outbox">, "message_id">,
  { status, error = null, providerId }: Outcome,
): Promise<void> {
  if (row.message_id === null) return;
  const shown: MessageStatus = status === "sending" ? "queued" : status;
  await trx
    .updateTable("messages")
    .set({ status: shown, error, provider_id: providerId })
    .where("id", "=", row.message_id)
    .execute();
}

export const noLease = { lease_owner: null, lease_until: null };

export async function dropRow(
  { trx, app: { clock, metrics } }: AppTx,
  row: Row<"outbox">,
  why: string,
): Promise<void> {
  metrics.deliveries.inc({ channel: row.channel, kind: row.kind, outcome: "dropped" });
  await trx
    .updateTable("outbox")
    .set({ ...noLease, status: "dropped", error: why, finished_at: clock.now() })
    .where("id", "=", row.id)
    .execute();
  await syncMessageStatus(trx, row, { status: "dropped", error: why });
}
