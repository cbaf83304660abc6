import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { second } from "~/core/time";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findConversation } from "./list-conversations.server";

/** Must be longer than the page waits between typing reports. */
const replyingFor = 12 * second;

/** Records that a staff member is typing in a conversation. @throws Refusal "missing" if it doesn't exist */
export function noteReplying(app: App, who: Staff, conversationId: number): Promise<void> {
  const now = app.clock.now();
  const until = now + replyingFor;
  return app.db.transaction().execute(async (trx) => {
    await findConversation(trx, conversationId);
    await trx.deleteFrom("repliers").where("user_id", "=", who.userId).where("until", "<=", now).execute();
    await trx
      .insertInto("repliers")
      .values({ thread_id: conversationId, user_id: who.userId, until })
      .onConflict((conflict) => conflict.columns(["thread_id", "user_id"]).doUpdateSet({ until }))
      .execute();
  });
}

export async function stopReplying(trx: Db, who: Staff, conversationId: number): Promise<void> {
  await trx
    .deleteFrom("repliers")
    .where("thread_id", "=", conversationId)
    .where("user_id", "=", who.userId)
    .execute();
}

export async function listRepliers(
  db: Db,
  { conversationId, userId, now }: { conversationId: number; userId: number; now: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("repliers")
    .innerJoin("users", "users.id", "repliers.user_id")
    .select("users.name")
    .where("repliers.thread_id", "=", conversationId)
    .where("repliers.user_id", "<>", userId)
    .where("repliers.until", ">", now)
    .execute();
  return sortedByName(rows).map(({ name }) => name);
}
