import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { retryMessage } from "~/messages/deliveries.server";

/**
 * Sends a failed message of a thread again.
 * @throws Refusal "missing" where the thread has no such message; "conflict" where it did not fail
 */
export async function retryInThread(
  app: App,
  who: Who,
  { id, message_id: messageId }: { id: number; message_id: number },
): Promise<void> {
  const message = await app.reads
    .selectFrom("messages")
    .select("id")
    .where("id", "=", messageId)
    .where("thread_id", "=", id)
    .executeTakeFirst();
  if (!message) throw new Refusal("missing", "There is no such message in this conversation.");
  await retryMessage(app, who, messageId);
}
