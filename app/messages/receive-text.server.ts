import type { App } from "~/boot/app.server";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { formatPhone, isPhoneNumber, parsePhone } from "~/core/phone";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { companyOf } from "./company-of-thread.server";
import { findConsent, giveConsent } from "./consents.server";
import { findOrCreateThread, touchThread } from "./find-or-create-thread.server";
import { holdNumber } from "./holds.server";
import { classifyText, type TextMeaning } from "./opt-out/classify-text";
import { findReader } from "./reader-of-thread.server";
import { sendText } from "./send-text.server";
import { stopTexts } from "./stop-texts.server";
import { patientStrings } from "./strings";

export interface InboundText {
  /** A phone number, or a sender as the provider names it (`rcs:…`, a short code). */
  from: string;
  body: string;
  providerId: string | null;
  mediaCount: number;
  /** Recognized, and already answered, by the provider. */
  keyword?: TextMeaning | null;
}

/** Receives a text once however often it is delivered. Senders that are no phone number agree to nothing. */
export function receiveText(app: App, text: InboundText): Promise<{ threadId: number }> {
  return app.db.transaction().execute((trx) => receive(trx, app, text));
}

// A number inside another word, as in whatsapp:+19195550123, is not the sender.
const plainNotation = /^[\d\s().+-]+$/;

async function findReceived(db: Db, providerId: string | null): Promise<{ threadId: number } | undefined> {
  if (!providerId) return undefined;
  return db
    .selectFrom("messages")
    .select("thread_id as threadId")
    .where("provider_id", "=", providerId)
    .executeTakeFirst();
}

async function receive(trx: Db, app: App, text: InboundText): Promise<{ threadId: number }> {
  const received = await findReceived(trx, text.providerId);
  if (received) return received;
  const from = plainNotation.test(text.from) ? (parsePhone(text.from) ?? text.from) : text.from;
  const body = text.body.replaceAll("\0", "");
  const thread = await findOrCreateThread(trx, app, { phone: from });
  const now = app.clock.now();
  const { id: messageId } = await trx
    .insertInto("messages")
    .values({
      thread_id: thread.id,
      direction: "in",
      body,
      status: "received",
      created_at: now,
      provider_id: text.providerId,
      media_count: text.mediaCount,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await touchThread(trx, thread.id, { body, direction: "in", at: now });
  if (isPhoneNumber(from)) await handleKeyword(trx, app, thread, { ...text, body, messageId });
  return { threadId: thread.id };
}

async function handleKeyword(
  trx: Db,
  app: App,
  thread: Row<"threads">,
  { body, messageId, keyword }: InboundText & { messageId: number },
): Promise<void> {
  const event = { phone: thread.phone, source: "keyword" as const, wording: body.trim(), messageId };
  switch (keyword ?? classifyText(body)) {
    case "yes":
      await giveConsent(trx, app, event);
      return;
    case "stop":
      await stopTexts(trx, app, event);
      return;
    case "possible_stop":
      if (await mayBeTexted(trx, thread)) await holdNumber(trx, app, thread.id, "possible_opt_out");
      return;
    case "wrong_number":
      await holdNumber(trx, app, thread.id, "wrong_number");
      return;
    case "help":
      if (!keyword && (await findConsent(trx, thread.phone)) !== "withdrawn")
        await sendHelp(trx, app, thread);
  }
}

const mayBeTexted = async (trx: Db, { phone, hold }: Row<"threads">) =>
  hold !== "wrong_number" && (await findConsent(trx, phone)) !== "withdrawn";

async function sendHelp(trx: Db, app: App, thread: Row<"threads">): Promise<void> {
  const { name, phone } = await companyOf(trx, { database: thread.brightree_db });
  const reader = await findReader(trx, { thread });
  const body = inLanguage(reader, () =>
    phone
      ? fill(patientStrings.helpWithPhone, { company: name, phone: formatPhone(phone) })
      : fill(patientStrings.help, { company: name }),
  );
  await sendText(trx, app, {
    threadId: thread.id,
    body,
    language: reader.language,
    authorUserId: null,
    kind: "help",
    automated: true,
  });
}
