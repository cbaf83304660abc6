import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { day, hour, minute } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";

/** ms UTC; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** Patients' texts and staff's replies within a span. */
interface Texting {
  /** Patients' texts. Those in a row count once. Texts answered automatically, like STOP, don't count. */
  texts: number;
  /** The texts that staff answered within an hour. */
  answered: number;
  /**
   * For each user's ID, ms from the patient's first text since staff last wrote to each of the user's replies. A text
   * without a text from the patient before it isn't a reply.
   */
  waits: Record<string, number[]>;
}

/** Spans without kept hours are counted in parts of this length. */
const countedTogether = 6 * hour;
const longestPeriod = 53 * 7 * day;
/** The server waits for a run when it stops. */
const mostAtOnce = 500;
/** An hour's texts can be answered in time until an hour after it. */
const settledAfter = hour + 5 * minute;

/**
 * Yields what was texted within a span, in parts. Finished hours were counted by `keepTextingHours`, and the others are
 * counted now.
 */
export async function* listTexting(db: Db, { from, to }: Span): AsyncGenerator<Texting> {
  const kept = await db
    .selectFrom("texting_hours")
    .selectAll()
    .where("start_at", ">=", from)
    .where("start_at", "<=", to - hour)
    .orderBy("start_at")
    .execute();
  let counted = from;
  for (const { start_at, texts, answered, waits } of kept) {
    yield* countParts(db, { from: counted, to: start_at });
    yield { texts, answered, waits: JSON.parse(waits) };
    counted = start_at + hour;
  }
  yield* countParts(db, { from: counted, to });
}

async function* countParts(db: Db, { from, to }: Span): AsyncGenerator<Texting> {
  for (let start = from; start < to; start += countedTogether) {
    yield await countTexting(db, { from: start, to: Math.min(to, start + countedTogether) });
    await yieldToEventLoop();
  }
}

async function countTexting(db: Db, span: Span): Promise<Texting> {
  return { ...(await countTexts(db, span)), waits: await listWaits(db, span) };
}

/** How soon a reply without an author must follow a text to be its automatic answer. */
const automaticWithin = minute;

async function countTexts(db: Db, { from, to }: Span): Promise<Pick<Texting, "texts" | "answered">> {
  // Sorted by conversation, so that the lookups read neighbors in the index.
  const { rows } = await sql<Pick<Texting, "texts" | "answered">>`
    with text as materialized (
      select thread_id, id, created_at from messages indexed by messages_received
      where direction = 'in' and created_at >= ${from} and created_at < ${to}
      order by thread_id, id)
    select count(*) as texts,
      coalesce(sum((
        select reply.created_at from messages as reply indexed by messages_by_thread
        where reply.thread_id = text.thread_id and reply.id > text.id
          and reply.direction = 'out' and reply.author_user_id is not null
        order by reply.id limit 1) <= text.created_at + ${sql.lit(hour)}), 0) as answered
    from text
    where coalesce((
        select earlier.direction from messages as earlier indexed by messages_by_thread
        where earlier.thread_id = text.thread_id and earlier.id < text.id
        order by earlier.id desc limit 1), 'out') = 'out'
      and not coalesce((
        select next.direction = 'out' and next.author_user_id is null
          and next.created_at <= text.created_at + ${sql.lit(automaticWithin)}
        from messages as next indexed by messages_by_thread
        where next.thread_id = text.thread_id and next.id > text.id
        order by next.id limit 1), 0)`.execute(db);
  return rows[0] ?? { texts: 0, answered: 0 };
}

async function listWaits(db: Db, { from, to }: Span): Promise<Texting["waits"]> {
  const { rows } = await sql<{ author: number; wait: number | null }>`
    with found as materialized (
      select thread_id, id, author_user_id as author, created_at from messages indexed by messages_by_staff
      where author_user_id is not null and created_at >= ${from} and created_at < ${to}
      order by thread_id, id)
    select author, created_at - (
      select text.created_at from messages as text indexed by messages_by_thread
      where text.thread_id = found.thread_id and text.id < found.id and text.direction = 'in'
        and text.id > coalesce((
          select earlier.id from messages as earlier indexed by messages_by_thread
          where earlier.thread_id = found.thread_id and earlier.id < found.id
            and earlier.author_user_id is not null
          order by earlier.id desc limit 1), 0)
      order by text.id limit 1) as wait
    from found`.execute(db);
  const waits: Texting["waits"] = {};
  for (const { author, wait } of rows) {
    if (wait === null) continue;
    waits[author] ??= [];
    waits[author].push(wait);
  }
  return waits;
}

/**
 * Counts finished hours that have no row yet, newest first, up to the longest period that a report can show.
 * @returns the number of hours counted
 */
export async function keepTextingHours({ db, reads, clock }: App): Promise<number> {
  const end = Math.floor((clock.now() - settledAfter) / hour) * hour;
  const earliest = end - longestPeriod;
  const { rows: oldest } = await sql<{ created_at: number }>`
    select created_at from messages indexed by messages_received
    where direction = 'in' and created_at >= ${earliest} order by created_at limit 1`.execute(reads);
  const [first] = oldest;
  if (!first) return 0;
  const from = Math.floor(first.created_at / hour) * hour;
  const rows = await reads
    .selectFrom("texting_hours")
    .select("start_at")
    .where("start_at", ">=", from)
    .execute();
  const kept = new Set(rows.map(({ start_at }) => start_at));
  let added = 0;
  for (let start_at = end - hour; start_at >= from && added < mostAtOnce; start_at -= hour) {
    if (kept.has(start_at)) continue;
    const { waits, ...counts } = await countTexting(reads, { from: start_at, to: start_at + hour });
    await db
      .insertInto("texting_hours")
      .values({ start_at, ...counts, waits: JSON.stringify(waits) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    added += 1;
    await yieldToEventLoop();
  }
  return added;
}

/** Keeps the finished hours, every minute. */
export function startTextingHours(app: App): () => Promise<void> {
  return repeat(
    minute,
    () => keepTextingHours(app),
    (err) => app.log.error({ err }, "texting hours"),
  );
}
