import type { App } from "~/boot/app.server";
import { formatPhone, isPhoneNumber, parsePhone } from "~/core/phone";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { companyOf } from "./company-of-thread.server";
import { findConsent, giveConsent, withdrawConsent } from "./consents.server";
import { findOrCreateThread, touchThread } from "./find-or-create-thread.server";
import { type Keyword, keywordOf } from "./keywords";
import { sendText } from "./send-text.server";
import { messageStrings } from "./strings";

/** A text as it came in. */
export interface InboundText {
  /** A phone number; or a sender that is none (`rcs:…`, a short code), as the provider names it. */
  from: string;
  body: string;
  /** The provider's id of it: the same text may be brought more than once. */
  providerId: string | null;
  /** How many pictures came along; they are counted and never fetched. */
  mediaCount: number;
  /** The keyword that the provider recognized, whatever the body says. It has answered that itself. */
  keyword?: Keyword | null;
}

/**
 * Takes in a text: into its thread, opened where the number is new, once however often it is delivered. YES
 * and its like agree and send what was held, STOP and its like withdraw, HELP is answered. A sender that is no
 * phone has a thread under its own name, and its texts agree to nothing.
 */
export function receiveText(app: App, text: InboundText): Promise<{ threadId: number }> {
  return app.db.transaction().execute((trx) => receive(trx, app, text));
}

// A number inside another word, as in whatsapp:+19195550123, is not who sent the text.
const plainNotation = /^[\d\s().+-]+$/;

async function findKnown(db: Db, providerId: string | null): Promise<{ threadId: number } | undefined> {
  if (!providerId) return undefined;
  return db
    .selectFrom("messages")
    .select("thread_id as threadId")
    .where("provider_id", "=", providerId)
    .executeTakeFirst();
}

async function receive(trx: Db, app: App, text: InboundText): Promise<{ threadId: number }> {
  const known = await findKnown(trx, text.providerId);
  if (known) return known;
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
  if (isPhoneNumber(from)) await obey(trx, app, thread, { ...text, body, messageId });
  return { threadId: thread.id };
}

async function obey(
  trx: Db,
  app: App,
  thread: Row<"threads">,
  { body, messageId, keyword }: InboundText & { messageId: number },
): Promise<void> {
  const said = { phone: thread.phone, source: "keyword" as const, wording: body.trim(), messageId };
  switch (keyword ?? keywordOf(body)) {
    case "yes":
      await giveConsent(trx, app, said);
      return;
    case "stop":
      await withdrawConsent(trx, app, said);
      return;
    case "help":
      if (!keyword && (await findConsent(trx, thread.phone)) !== "withdrawn") await help(trx, app, thread);
  }
}

async function help(trx: Db, app: App, thread: Row<"threads">): Promise<void> {
  const { name, phone } = await companyOf(trx, { database: thread.brightree_db });
  await sendText(trx, app, {
    threadId: thread.id,
    body: messageStrings.help(name, phone && formatPhone(phone)),
    authorUserId: null,
    kind: "help",
    automated: true,
  });
}
