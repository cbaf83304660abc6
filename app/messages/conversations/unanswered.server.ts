import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";

// Triggers maintain this count.
const countOfAll = prepared((db) => db.selectFrom("thread_changes").select("unread as count"));

/** Must match the condition of the index threads_unread. */
export const whereUnanswered = sql<boolean>`threads.last_dir = 'in' and threads.done_at is null
  and threads.snoozed_until is null`;

/** Counts conversations whose last message came from the patient, except those that are done or snoozed. */
export async function countUnanswered(db: Db, database?: string): Promise<number> {
  if (database) {
    const { count } = await db
      .selectFrom("threads")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where(whereUnanswered)
      .where("brightree_db", "=", database)
      .executeTakeFirstOrThrow();
    return count;
  }
  const [all] = await countOfAll(db, {});
  return all?.count ?? 0;
}

/** The conversation that has been unanswered the longest, and since when (ms UTC). */
export async function findOldestUnanswered(
  db: Db,
  database?: string,
): Promise<{ id: number; at: number } | null> {
  const at = sql<number>`coalesce(threads.last_msg_at, threads.created_at)`;
  const oldest = db
    .selectFrom("threads")
    .select(["threads.id", at.as("at")])
    .where(whereUnanswered)
    .orderBy(at)
    .limit(1);
  const row = await (database ? oldest.where("brightree_db", "=", database) : oldest).executeTakeFirst();
  return row ?? null;
}
