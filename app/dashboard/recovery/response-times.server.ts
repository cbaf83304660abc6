import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { hour, localDate, startOfDay } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { spreadOf } from "../forecast/rates";
import { type Weeks, weeksBefore } from "./recovery-schema";

/** One user's replies to patients' texts. */
export interface ResponseTimes {
  id: number;
  name: string;
  replies: number;
  /** ms from the patient's first unanswered text to the reply. */
  median: number;
  withinHour: number;
}

const batchSize = 1000;

/** The first text from the patient since staff last wrote. Null if the patient hasn't written since. */
const firstUnanswered = sql<number | null>`(
  select q.created_at from messages as q
  where q.thread_id = messages.thread_id and q.id < messages.id and q.direction = 'in'
    and q.id > coalesce((
      select p.id from messages as p
      where p.thread_id = messages.thread_id and p.id < messages.id and p.author_user_id is not null
      order by p.id desc limit 1), 0)
  order by q.id limit 1)`;

/**
 * For each user, how long patients waited for the replies that the user wrote in these weeks.
 * @param zone IANA zone that determines when weeks begin
 */
export async function findResponseTimes(app: App, weeks: Weeks, zone: string): Promise<ResponseTimes[]> {
  const now = app.clock.now();
  const first = weeksBefore(localDate(now, zone), weeks).at(-1) ?? "";
  const waits = new Map<number, { name: string; waits: number[] }>();
  for await (const batch of repliesSince(app.replicaReads, startOfDay(first, zone))) {
    for (const { author, name, created_at, asked_at } of batch) {
      if (asked_at === null) continue;
      const person = waits.get(author) ?? { name, waits: [] };
      waits.set(author, person);
      person.waits.push(created_at - asked_at);
    }
    await yieldToEventLoop();
  }
  return sortedByName(
    [...waits].map(([id, person]) => ({
      id,
      name: person.name,
      replies: person.waits.length,
      median: spreadOf(person.waits).median ?? 0,
      withinHour: person.waits.filter((wait) => wait <= hour).length,
    })),
  );
}

async function* repliesSince(db: Db, from: number) {
  let after = { at: from, id: 0 };
  for (;;) {
    const rows = await db
      .selectFrom("messages")
      .innerJoin("users", "users.id", "messages.author_user_id")
      .select(["messages.id", "messages.created_at", "users.id as author", "users.name"])
      .select(firstUnanswered.as("asked_at"))
      .where("messages.author_user_id", "is not", null)
      .where(sql<boolean>`(messages.created_at, messages.id) > (${after.at}, ${after.id})`)
      .orderBy("messages.created_at")
      .orderBy("messages.id")
      .limit(batchSize)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = { at: last.created_at, id: last.id };
  }
}
