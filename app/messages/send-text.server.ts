import type { AppTx } from "~/boot/app.server";
import { strings as companyStrings } from "~/company/strings";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { isPhoneNumber } from "~/core/phone";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findConsent } from "./consent/consents.server";
import { findConversationLanguage } from "./conversations/find-conversation-language.server";
import { findSendingCompany } from "./conversations/find-sending-company.server";
import { touchConversation } from "./conversations/touch-conversation.server";
import { isWithinLimit } from "./is-within-limit.server";
import { consentRequest, rulesOf } from "./message-kinds";
import { classifyText } from "./opt-out/classify-text";
import { insertRow, type OutboxMessage } from "./outbox-rows.server";
import { ownWords } from "./own-words";
import { messageStrings } from "./staff-strings";
import { patientStrings } from "./strings";
import { textTime } from "./text-time.server";

export interface OutgoingText extends Omit<OutboxMessage, "channel" | "recipient"> {
  conversationId: number;
  /** The text to send if it has a code or a sign-in link. Staff see `body` instead. */
  secretBody?: string;
  authorUserId?: number | null;
  automated: boolean;
  /** The consent request to a helper doesn't name the patient. */
  toHelper?: boolean;
}

/** Without consent, holds the text and requests consent at most once a day. After an opt-out, drops the text. */
export async function sendText({ trx, app }: AppTx, text: OutgoingText): Promise<Row<"messages">> {
  const conversation = await trx
    .selectFrom("threads")
    .selectAll()
    .where("id", "=", text.conversationId)
    .executeTakeFirstOrThrow();
  if (!isPhoneNumber(conversation.phone)) throw new Refusal("conflict", messageStrings.noPhone);
  const consent = await findConsent(trx, conversation.phone);
  const { immediate, despiteOptOut } = rulesOf(text.kind);
  if (consent === "withdrawn" && !despiteOptOut)
    return writeText({ trx, app }, conversation, text, "dropped");
  if (immediate) return writeText({ trx, app }, conversation, text, "queued");
  const waitsForStaff = text.automated && conversation.hold !== null;
  if (consent === "none" && !waitsForStaff) await requestConsent({ trx, app }, conversation, text);
  return writeText({ trx, app }, conversation, text, consent === "none" || waitsForStaff ? "held" : "queued");
}

/** Asks for consent at most once a day. */
export async function requestConsent(
  { trx, app }: AppTx,
  conversation: Row<"threads">,
  { automated, order_id, toHelper }: Pick<OutgoingText, "automated" | "order_id" | "toHelper">,
): Promise<void> {
  if (!(await isWithinLimit({ trx, app }, conversation.phone, consentRequest))) return;
  const { name: company } = await findSendingCompany(trx, conversation, order_id);
  const reader = await findConversationLanguage(trx, conversation, order_id);
  const body = inLanguage(reader, () =>
    fill(toHelper ? patientStrings.helperConsentRequest : patientStrings.consentRequest, {
      company,
      frequency: companyStrings.messageFrequencyInText,
    }),
  );
  const request = { conversationId: conversation.id, body, language: reader.language, kind: consentRequest };
  await writeText({ trx, app }, conversation, { ...request, automated, order_id }, "queued");
}

async function writeText(
  { trx, app }: AppTx,
  conversation: Row<"threads">,
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
      thread_id: conversation.id,
      direction: "out",
      body,
      status,
      created_at: now,
      author_user_id: text.authorUserId,
      error,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const waits = automated && (text.waitsInQuietHours || !rulesOf(kind).immediate);
  const outgoing = { ...text, channel: "sms" as const, subject: null, recipient: conversation.phone };
  await insertRow(
    { trx, app },
    { ...outgoing, body: text.secretBody ?? body },
    {
      automated: Number(automated),
      message_id: message.id,
      status,
      not_before: waits ? await textTime(trx, app, conversation, { orderId: text.order_id }) : now,
      error,
      finished_at: isDropped ? now : null,
    },
  );
  if (!automated || !(await isQuestion(trx, conversation))) {
    await touchConversation(trx, conversation.id, { body, direction: "out", at: now });
  }
  if (status === "queued") app.delivery.notify();
  return message;
}

/** An automated text doesn't answer a patient's question, so the conversation stays unanswered. */
export async function isQuestion(
  db: Db,
  { id, last_dir, last_body, done_at }: Row<"threads">,
): Promise<boolean> {
  if (last_dir !== "in" || done_at !== null) return false;
  return classifyText(ownWords(last_body ?? "", await listSentTexts(db, id))) === null;
}

/** The newest texts to a number, which its replies may quote. */
export async function listSentTexts(db: Db, conversationId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("messages")
    .select(["direction", "body"])
    .where("thread_id", "=", conversationId)
    .orderBy("id", "desc")
    .limit(40)
    .execute();
  return rows.filter(({ direction }) => direction === "out").map(({ body }) => body);
}
