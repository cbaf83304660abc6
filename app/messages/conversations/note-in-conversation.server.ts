import type { AppTx } from "~/boot/app.server";
import { isPhoneNumber } from "~/core/phone";
import { findOrCreateConversation } from "./find-or-create-conversation.server";
import { touchConversation } from "./touch-conversation.server";

interface ConversationNote {
  phone: string | null;
  patient_id: number;
  brightree_db: string;
  /** In English, for staff. */
  body: string;
}

/**
 * Adds a patient's button press to the conversation as an unanswered message. Unlike a text, it doesn't change
 * consent. Does nothing without a phone number.
 */
export async function noteInConversation({ trx, app }: AppTx, note: ConversationNote): Promise<void> {
  const { phone, body, ...patient } = note;
  if (!phone || !isPhoneNumber(phone)) return;
  const now = app.clock.now();
  const { id } = await findOrCreateConversation({ trx, app }, { phone, ...patient });
  await trx
    .insertInto("messages")
    .values({ thread_id: id, direction: "in", body, status: "received", created_at: now })
    .execute();
  await touchConversation(trx, id, { body, direction: "in", at: now });
}
