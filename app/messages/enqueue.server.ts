import type { AppTx } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { findOrCreateConversation } from "./conversations/find-or-create-conversation.server";
import { isToStaff } from "./message-kinds";
import { insertRow, type OutboxMessage } from "./outbox-rows.server";
import { dropUnsentEmails } from "./replace-unsent-emails.server";
import { sendText } from "./send-text.server";

export interface Notice extends OutboxMessage {
  /** Shown in the conversation if the body has a code or a sign-in link. */
  shown?: string;
  /** The name of the patient's helper who gets this notice. Helpers are asked for their own consent. */
  helper?: string;
  calendar?: { method: "REQUEST" | "CANCEL"; text: string };
}

/**
 * Runs in the caller's transaction: a change and its notices are saved together. An email replaces an unsent one about
 * the same visit to the same recipient.
 */
export async function enqueue({ trx, app }: AppTx, notices: Notice[]): Promise<void> {
  for (const notice of notices) if (notice.channel === "email") await dropUnsentEmails({ trx, app }, notice);
  for (const notice of notices) {
    const { dedupe_key, calendar } = notice;
    if (dedupe_key && (await isQueued(trx, dedupe_key))) continue;
    if (notice.channel === "sms" && !isToStaff(notice.kind)) await enqueueText({ trx, app }, notice);
    else
      await insertRow({ trx, app }, notice, { calendar: calendar?.text, calendar_method: calendar?.method });
  }
  if (notices.length > 0) app.delivery.notify();
}

async function isQueued(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom("outbox").select("id").where("dedupe_key", "=", key).executeTakeFirst();
  return row !== undefined;
}

async function enqueueText({ trx, app }: AppTx, notice: Notice): Promise<void> {
  const { helper, shown, body } = notice;
  const order = await trx
    .selectFrom("orders")
    .select(["patient_id", "brightree_db", "patient_name"])
    .where("id", "=", notice.order_id ?? null)
    .executeTakeFirst();
  const recipient = helper
    ? { otherwise: { patient_name: `${helper} (helper)`, brightree_db: order?.brightree_db } }
    : order;
  const conversation = await findOrCreateConversation(
    { trx, app },
    { phone: notice.recipient, ...recipient },
  );
  await sendText(
    { trx, app },
    {
      ...notice,
      conversationId: conversation.id,
      body: shown ?? body,
      secretBody: body,
      automated: true,
      toHelper: helper !== undefined,
    },
  );
}
