import type { Db } from "~/db/open.server";

/** Shows a new text as the last one of its conversation, and opens the conversation again. */
export async function touchConversation(
  trx: Db,
  conversationId: number,
  last: { body: string; direction: "in" | "out"; at: number },
): Promise<void> {
  await trx
    .updateTable("threads")
    .set({
      last_body: last.body,
      last_dir: last.direction,
      last_msg_at: last.at,
      done_at: null,
      snoozed_until: null,
    })
    .where("id", "=", conversationId)
    .execute();
}
