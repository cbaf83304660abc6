import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { retryMessage } from "~/messages/message-deliveries.server";
import type { ConversationMessage } from "../inbox-schema";

export async function retryInConversation(
  app: App,
  who: Who,
  { id, message_id: messageId }: ConversationMessage,
): Promise<void> {
  await app.reads
    .selectFrom("messages")
    .select("id")
    .where("id", "=", messageId)
    .where("thread_id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Message not found in this conversation."));
  await retryMessage(app, who, messageId);
}
