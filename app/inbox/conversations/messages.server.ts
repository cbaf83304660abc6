import type { Db } from "~/db/open.server";
import type { Message } from "./message";

interface MessagePage {
  before?: number;
  after?: number;
  limit: number;
}

/** The newest messages, or those before or after an ID, oldest first. */
export async function listMessages(
  db: Db,
  conversationId: number,
  { before, after, limit }: MessagePage,
): Promise<Message[]> {
  const forward = after !== undefined && before === undefined;
  let query = db
    .selectFrom("messages")
    .leftJoin("users", "users.id", "messages.author_user_id")
    .select([
      "messages.id",
      "messages.thread_id",
      "messages.direction",
      "messages.body",
      "messages.status",
      "messages.error",
      "messages.provider_id",
      "messages.created_at",
      "messages.released_at",
      "messages.media_count",
      "messages.author_user_id",
      "users.name as author_name",
    ])
    .where("messages.thread_id", "=", conversationId)
    .orderBy("messages.id", forward ? "asc" : "desc")
    .limit(limit);
  if (before !== undefined) query = query.where("messages.id", "<", before);
  if (after !== undefined) query = query.where("messages.id", ">", after);
  const rows = await query.execute();
  return forward ? rows : rows.reverse();
}

/** The first messages after `lastSeen` that this user didn't write. */
export async function listUnseen(trx: Db, conversationId: number, lastSeen: number, userId: number) {
  const newer = await listMessages(trx, conversationId, { after: lastSeen, limit: 20 });
  return newer.filter((message) => message.author_user_id !== userId);
}

export async function firstMessageAt(db: Db, conversationId: number): Promise<number | null> {
  const row = await db
    .selectFrom("messages")
    .select("created_at")
    .where("thread_id", "=", conversationId)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}
