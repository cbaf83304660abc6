import type { App } from "~/boot/app.server";
import { strings as companyStrings } from "~/company/strings";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { isPhoneNumber } from "~/core/phone";
import { Refusal } from "~/core/refusal";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findConsent } from "./consent/consents.server";
import { consentRequest, isRequestedNow, optOutConfirmation } from "./message-kinds";
import { classifyText } from "./opt-out/classify-text";
import { insertRow, type OutboxMessage } from "./outbox-rows.server";
import { messageStrings } from "./staff-strings";
import { patientStrings } from "./strings";
import { textTime } from "./text-time.server";
import { touchThread } from "./threads/find-or-create-thread.server";
import { findSendingCompany } from "./threads/find-sending-company.server";
import { findThreadLanguage } from "./threads/find-thread-language.server";

export type SendContext = Pick<App, "clock" | "secrets" | "config" | "delivery" | "metrics">;

export interface OutgoingText extends Omit<OutboxMessage, "channel" | "recipient"> {
  threadId: number;
  /** The text to send if it has a code or a sign-in link. Staff see `body` instead. */
  secretBody?: string;
  authorUserId?: number | null;
  automated: boolean;
  /** The consent request to a helper doesn't name the patient. */
  toHelper?: boolean;
}

/** Without consent, holds the text and requests consent at most once a day. After an opt-out, drops the text. */
export async function sendText(trx: Db, app: SendContext, text: OutgoingText): Promise<Row<"messages">> {
  const thread = await trx
    .selectFrom("threads")
    .selectAll()
    .where("id", "=", text.threadId)
    .executeTakeFirstOrThrow();
  if (!isPhoneNumber(thread.phone)) throw new Refusal("conflict", messageStrings.noPhone);
  const consent = await findConsent(trx, thread.phone);
  if (text.kind === optOutConfirmation) return writeText(trx, app, thread, text, "queued");
  if (consent === "withdrawn") return writeText(trx, app, thread, text, "dropped");
  if (isRequestedNow(text.kind)) return writeText(trx, app, thread, text, "queued");
  const waitsForStaff = text.automated && thread.hold !== null;
  if (consent === "none" && !waitsForStaff) await requestConsent(trx, app, thread, text);
  return writeText(trx, app, thread, text, consent === "none" || waitsForStaff ? "held" : "queued");
}

/** Asks for consent at most once a day. */
export async function requestConsent(
  trx: Db,
  app: SendContext,
  thread: Row<"threads">,
  { automated, order_id, toHelper }: Pick<OutgoingText, "automated" | "order_id" | "toHelper">,
): Promise<void> {
  const recentRequest = await trx
    .selectFrom("outbox")
    .select("id")
    .where("recipient", "=", thread.phone)
    .where("kind", "=", consentRequest)
    .where("created_at", ">", app.clock.now() - day)
    .executeTakeFirst();
  if (recentRequest) return;
  const { name: company } = await findSendingCompany(trx, thread, order_id);
  const reader = await findThreadLanguage(trx, thread, order_id);
  const body = inLanguage(reader, () =>
    fill(toHelper ? patientStrings.helperConsentRequest : patientStrings.consentRequest, {
      company,
      frequency: companyStrings.messageFrequencyInText,
    }),
  );
  const request = { threadId: thread.id, body, language: reader.language, kind: consentRequest };
  await writeText(trx, app, thread, { ...request, automated, order_id }, "queued");
}

async function writeText(
  trx: Db,
  app: SendContext,
  thread: Row<"threads">,
  text: OutgoingText,
  status: "queued" | "held" | "dropped",
): Promise<Row<"messages">> {
  const { body, kind, automated } = text;
  const now = app.clock.now();
  const isDropped = status === "dropped";
  const error = isDropped ? messageStrings.stopped : null;
  const message = await trx
    .insertInto("messages")
    .values({
      thread_id: thread.id,
      direction: "out",
      body,
      status,
      created_at: now,
      author_user_id: text.authorUserId,
      error,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const waits = automated && !isRequestedNow(kind);
  const outgoing = { ...text, channel: "sms" as const, subject: null, recipient: thread.phone };
  await insertRow(
    trx,
    app,
    { ...outgoing, body: text.secretBody ?? body },
    {
      automated: Number(automated),
      message_id: message.id,
      status,
      not_before: waits ? await textTime(trx, app, thread, text.order_id) : now,
      error,
      finished_at: isDropped ? now : null,
    },
  );
  if (!automated || !isQuestion(thread)) {
    await touchThread(trx, thread.id, { body, direction: "out", at: now });
  }
  if (status === "queued") app.delivery.notify();
  return message;
}

/** An automated text doesn't answer a patient's question, so the conversation stays unanswered. */
export const isQuestion = ({ last_dir, last_body, done_at }: Row<"threads">) =>
  last_dir === "in" && done_at === null && classifyText(last_body ?? "") === null;
