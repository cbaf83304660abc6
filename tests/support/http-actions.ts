import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { receiveReply } from "~/inbox/receive-reply.server";
import { giveConsent } from "~/messages/consent/consents.server";
import { findOrCreateConversation } from "~/messages/conversations/find-or-create-conversation.server";
import { claimDue } from "~/messages/delivery/claim-due-messages.server";
import { type OutgoingText, sendText } from "~/messages/send-text.server";

/** Makes every new message about this order fail. */
export const breakOrder = (app: App, id: number) =>
  sql`create trigger faulty before insert on outbox when new.order_id = ${sql.lit(id)}
    begin select raise(abort, 'faulty'); end`.execute(app.db);

export const openConversation = (app: App, phone: string) =>
  app.db.transaction().execute((trx) => findOrCreateConversation({ trx, app }, { phone }));

/** Records consent to texts for a phone number. */
export const agree = (app: App, phone: string) =>
  app.db
    .transaction()
    .execute((trx) => giveConsent({ trx, app }, { phone, source: "import", wording: "agreed on paper" }));

export async function write(app: App, phone: string, body: string, over: Partial<OutgoingText> = {}) {
  const conversation = await openConversation(app, phone);
  const text = {
    conversationId: conversation.id,
    body,
    authorUserId: null,
    kind: "chat" as const,
    automated: false,
    ...over,
  };
  return app.db.transaction().execute((trx) => sendText({ trx, app }, text));
}

export const say = (app: App, phone: string, body: string) =>
  receiveReply(app, { from: phone, body, providerId: null, mediaCount: 0 });

/** Lists the messages exchanged with a phone number. */
export function conversationRows(app: App, phone: string) {
  return app.db
    .selectFrom("messages")
    .innerJoin("threads", "threads.id", "messages.thread_id")
    .select(["messages.direction", "messages.body", "messages.status", "messages.error"])
    .where("threads.phone", "=", phone)
    .orderBy("messages.id")
    .execute();
}

/** Lists a recipient's outbox rows in the order they were written. */
export function rowsTo(app: App, recipient: string) {
  return app.db.selectFrom("outbox").selectAll().where("recipient", "=", recipient).orderBy("id").execute();
}

/** Lists all outbox rows in the order they were written. */
export const outboxOf = (app: Pick<App, "db">) =>
  app.db.selectFrom("outbox").selectAll().orderBy("id").execute();

/** Claims due messages like a delivery worker: first texts, then email, up to `most`. */
export async function takeDue(app: App, owner: string, most: number) {
  const texts = await claimDue(app, owner, () => [{ channel: "sms", limit: most }]);
  return [
    ...texts,
    ...(await claimDue(app, owner, () => [{ channel: "email", limit: most - texts.length }])),
  ];
}
