import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";

const unansweredThreads = prepared((db) => db.selectFrom("thread_changes").select("unread"));

/** The number of conversations whose last message came from the patient. */
export async function countUnanswered(db: Db): Promise<number> {
  const [threads] = await unansweredThreads(db, {});
  return threads?.unread ?? 0;
}

/** When the patient who has waited longest wrote, in ms UTC; null without one. */
export async function findOldestUnanswered(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom("threads")
    .select("last_msg_at")
    // As in the partial index of migration 0005.
    .where(sql<boolean>`threads.last_dir = 'in'`)
    .orderBy(sql`coalesce(threads.last_msg_at, threads.created_at)`)
    .limit(1)
    .executeTakeFirst();
  return row?.last_msg_at ?? null;
}
