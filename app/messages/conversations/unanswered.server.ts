import { sql } from "kysely";
import { day, hour } from "~/core/time";
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

/** How long a patient has waited for a reply: less than `under` ms, and at least the `under` of the one before. */
const ages = [
  { label: "Less than 1 hour", under: hour },
  { label: "1 to 4 hours", under: 4 * hour },
  { label: "4 to 24 hours", under: day },
  { label: "1 to 3 days", under: 3 * day },
  { label: "3 days or longer", under: Number.MAX_SAFE_INTEGER },
];

/** Counts unanswered conversations by the time since the patient's last text. @param now ms UTC */
export async function countUnansweredByAge(db: Db, now: number): Promise<{ label: string; count: number }[]> {
  const age = sql`${now} - coalesce(threads.last_msg_at, threads.created_at)`;
  const { rows } = await sql<{ place: number; count: number }>`
    select case ${sql.join(
      ages.map(({ under }, place) => sql`when ${age} < ${under} then ${sql.lit(place)}`),
      sql` `,
    )} end as place, count(*) as count
    from threads where ${whereUnanswered} group by 1`.execute(db);
  return ages.map(({ label }, place) => ({
    label,
    count: rows.find((row) => row.place === place)?.count ?? 0,
  }));
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
