import type { App, AppTx } from "~/boot/app.server";
import { isConversationMoving } from "~/company/moving-companies.server";
import { fill } from "~/core/language/strings";
import { formatPhone, isPhoneNumber, parsePhone } from "~/core/phone";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { answerKeyword } from "./answer-keyword.server";
import { confirmOptIn, confirmOptOut } from "./consent/confirm-opt-out.server";
import { findConsent, giveConsent } from "./consent/consents.server";
import { stopTexts } from "./consent/stop-texts.server";
import { findOrCreateConversation } from "./conversations/find-or-create-conversation.server";
import { touchConversation } from "./conversations/touch-conversation.server";
import { holdNumber } from "./holds/number-holds.server";
import { type AskingText, type Expected, findLastQuestion } from "./last-question.server";
import { classifyText, isOnlyOptOut, type TextMeaning } from "./opt-out/classify-text";
import { isAutoReply, ownWords, withoutInstructions } from "./own-words";
import { isQuestion, listSentTexts } from "./send-text.server";
import { patientStrings } from "./strings";

export interface InboundText {
  /** A phone number, or the provider's name for the sender (`rcs:…`, a short code). */
  from: string;
  body: string;
  providerId: string | null;
  mediaCount: number;
  /** A keyword that the provider recognized and already responded to. */
  keyword?: TextMeaning | null;
}

/**
 * Acts on a reply to one of our questions.
 * @param reply.asked the texts that asked it, newest first
 * @returns "for-staff" if staff must reply, and null if the text doesn't answer the question
 */
export type AnswerReply = (
  tx: AppTx,
  reply: { phone: string; body: string; asked: AskingText[] },
) => Promise<"done" | "for-staff" | null>;

export type Questions = Record<Expected, AnswerReply>;

/**
 * Processes a text once, even if it is delivered more than once. Only phone numbers can consent. The first of these
 * decides (decision 059): an opt-out, HELP, a YES that is still needed as consent, and an answer to the question asked
 * last. Reactions, quotations of our texts, and automatic replies are only shown.
 */
export function receiveText(
  app: App,
  text: InboundText,
  questions: Questions,
): Promise<{ conversationId: number }> {
  return app.db.transaction().execute(async (trx) => {
    const received = await findReceived(trx, text.providerId);
    if (received) return received;
    const from = plainNotation.test(text.from) ? (parsePhone(text.from) ?? text.from) : text.from;
    const body = text.body.replaceAll("\0", "");
    const conversation = await findOrCreateConversation({ trx, app }, { phone: from });
    const now = app.clock.now();
    const { id: messageId } = await trx
      .insertInto("messages")
      .values({
        thread_id: conversation.id,
        direction: "in",
        body,
        status: "received",
        created_at: now,
        provider_id: text.providerId,
        media_count: text.mediaCount,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await touchConversation(trx, conversation.id, { body, direction: "in", at: now });
    if (isPhoneNumber(from)) {
      const isMoving = await isConversationMoving(trx, conversation.id);
      const words = ownWords(body, await listSentTexts(trx, conversation.id));
      await handleText({ trx, app }, conversation, {
        body,
        words,
        messageId,
        keyword: text.keyword,
        questions,
        isMoving,
      });
    }
    return { conversationId: conversation.id };
  });
}

// An address that only contains a number, like whatsapp:+19195550123, isn't a phone number.
const plainNotation = /^[\d\s().+-]+$/;

async function findReceived(
  db: Db,
  providerId: string | null,
): Promise<{ conversationId: number } | undefined> {
  if (!providerId) return undefined;
  return db
    .selectFrom("messages")
    .select("thread_id as conversationId")
    .where("provider_id", "=", providerId)
    .executeTakeFirst();
}

interface ReceivedText extends Pick<InboundText, "body" | "keyword"> {
  /** `body` without reactions and quotations of our texts. */
  words: string;
  messageId: number;
  questions: Questions;
  /** True if only an opt-out may be recorded, because the company's other rows can't change. */
  isMoving: boolean;
}

async function handleText(
  { trx, app }: AppTx,
  conversation: Row<"threads">,
  { body, words, messageId, keyword, questions, isMoving }: ReceivedText,
): Promise<void> {
  const { phone, hold } = conversation;
  const event = { phone, source: "keyword" as const, wording: body.trim(), message_id: messageId };
  if (isMoving) {
    const isStop = (keyword ?? classifyText(words)) === "stop" && (keyword || !isAutoReply(words));
    if (isStop) await stopTexts({ trx, app }, event);
    return;
  }
  const isUnread = isAutoReply(words) && classifyText(withoutInstructions(words)) !== "stop";
  if (!keyword && (isUnread || (words === "" && body.trim() !== ""))) {
    return leaveAnswered({ trx, app }, conversation);
  }
  const said = classifyText(words);
  const meaning = keyword ?? (said === "stop" && isAutoReply(words) ? "possible_stop" : said);
  const consent = await findConsent(trx, phone);
  const isOwnKeyword = !keyword && ownKeyword.test(words);
  switch (meaning) {
    case "stop":
      await stopTexts({ trx, app }, event);
      if (consent !== "withdrawn" && isOwnKeyword) await confirmOptOut({ trx, app }, conversation);
      if (isOneWord(words) || isOnlyOptOut(words)) await leaveAnswered({ trx, app }, conversation);
      return;
    case "possible_stop":
      if (hold === "wrong_number" || consent === "withdrawn") return;
      await holdNumber(trx, app.clock.now(), conversation.id, "possible_opt_out");
      return;
    case "wrong_number":
      await holdNumber(trx, app.clock.now(), conversation.id, "wrong_number");
      return;
    case "help":
      if (!keyword && consent !== "withdrawn") await answerHelp({ trx, app }, conversation);
      return;
  }
  if (hold === null && consent === "given") {
    const question = await findLastQuestion(trx, phone);
    const acted =
      question &&
      (await questions[question.expects]({ trx, app }, { phone, body: words, asked: question.asked }));
    if (acted === "done") await leaveAnswered({ trx, app }, conversation);
    if (acted) return;
  }
  if (meaning === "yes") {
    await giveConsent({ trx, app }, event);
    // A first YES is answered by the texts that waited for it.
    if (consent === "withdrawn" && isOwnKeyword) await confirmOptIn({ trx, app }, conversation);
    if (isOneWord(words) || said === "yes") await leaveAnswered({ trx, app }, conversation);
  }
}

// Keywords in our own texts that Twilio doesn't know. It answers the English ones itself.
const ownKeyword = /^\s*(?:alto|s[ií])[.!]*\s*$/i;

/** A longer text than a keyword may say more, so staff should read it. */
const isOneWord = (body: string) => !/\s/.test(body.trim());

/** Marks the reply as answered, but leaves an earlier question unanswered. */
async function leaveAnswered({ trx, app: { clock } }: AppTx, before: Row<"threads">): Promise<void> {
  const newest = await trx
    .selectFrom("messages")
    .select("body")
    .where("thread_id", "=", before.id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const last = (await isQuestion(trx, before))
    ? ({ body: before.last_body ?? "", direction: "in" } as const)
    : ({ body: newest.body, direction: "out" } as const);
  await touchConversation(trx, before.id, { ...last, at: clock.now() });
}

/** After three answers in an hour, HELP waits for staff. */
const answerHelp = ({ trx, app }: AppTx, conversation: Row<"threads">): Promise<void> =>
  answerKeyword({ trx, app }, conversation, {
    kind: "help",
    write: ({ name: company, phone }) =>
      phone
        ? fill(patientStrings.helpWithPhone, { company, phone: formatPhone(phone) })
        : fill(patientStrings.help, { company }),
  });
