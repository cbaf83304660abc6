import { sql } from "kysely";
import { day, hour } from "~/core/time";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";

// Triggers maintain this count.
const countOfAll = prepared((db) => db.selectFrom("thread_changes").select("unread as count"));

/** Must match the condition of the indexes threads_unread and threads_unread_by_database. */
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

/** Bounds in ms of how long patients have waited for a reply. */
const ages = [
  { label: "Less than 1 hour", from: 0, to: hour },
  { label: "1 to 4 hours", from: hour, to: 4 * hour },
  { label: "4 to 24 hours", from: 4 * hour, to: day },
  { label: "1 to 3 days", from: day, to: 3 * day },
  { label: "3 days or longer", from: 3 * day, to: Number.MAX_SAFE_INTEGER },
];

/** Counts unanswered conversations by the time since the patient's last text. @param now ms UTC */
export async function countUnansweredByAge(db: Db, now: number): Promise<{ label: string; count: number }[]> {
  const at = sql<number>`coalesce(threads.last_msg_at, threads.created_at)`;
  const counts: { label: string; count: number }[] = [];
  for (const { label, from, to } of ages) {
    const { count } = await db
      .selectFrom("threads")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where(whereUnanswered)
      .where(at, "<=", now - from)
      .where(at, ">", now - to)
      .executeTakeFirstOrThrow();
    counts.push({ label, count });
  }
  return counts;
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
