import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { retryMessage } from "~/messages/message-deliveries.server";
import type { ThreadMessage } from "../inbox-schema";

export async function retryInThread(
  app: App,
  who: Who,
  { id, message_id: messageId }: ThreadMessage,
): Promise<void> {
  await app.reads
    .selectFrom("messages")
    .select("id")
    .where("id", "=", messageId)
    .where("thread_id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Message not found in this conversation."));
  await retryMessage(app, who, messageId);
}
