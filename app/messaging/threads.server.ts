import { sql } from "kysely";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import { type ThreadCursor, writeCursor } from "./cursor";
import { findPersons, findWords } from "./search.server";
import { soughtBy } from "./search-words";
import type { Filter, Folder, Thread } from "./thread";

/** Threads stand in the order of their last message; one without any, where it was opened. */
const activity = sql<number>`coalesce(threads.last_msg_at, threads.created_at)`;

// Literals where a partial index of migration 0005 is meant: a bound value would not reach it.
const ofPatient = sql<boolean>`(threads.patient_id is not null or threads.patient_name is not null)`;
const withStar = sql<boolean>`threads.star_color is not null`;
const unread = sql<boolean>`threads.last_dir = 'in'`;
const waiting = sql<boolean>`threads.sms_consent = 0`;

function threadRows(db: Db) {
  return db
    .selectFrom("threads")
    .leftJoin("users", "users.id", "threads.assignee_user_id")
    .select([
      "threads.id",
      "threads.patient_id",
      "threads.patient_name",
      "threads.phone",
      "threads.brightree_db",
      "threads.sms_consent",
      "threads.consented_at",
      "threads.last_body",
      "threads.last_dir",
      "threads.last_msg_at",
      "threads.star_color",
      "threads.assignee_user_id",
      "users.name as assignee_name",
      "threads.notes",
      "threads.created_at",
    ]);
}

type ThreadQuery = ReturnType<typeof threadRows>;

function inFolder(all: ThreadQuery, { folder, filter, userId }: Wanted): ThreadQuery {
  const query = filter ? all.where(filter === "unread" ? unread : waiting) : all;
  if (folder === "patients") return query.where(ofPatient);
  if (folder === "starred") return query.where(withStar);
  return folder === "assigned" ? query.where("threads.assignee_user_id", "=", userId) : query;
}

async function withTags(db: Db, rows: Omit<Thread, "tags">[]): Promise<Thread[]> {
  const ids = JSON.stringify(rows.map((row) => row.id));
  const tags = await db
    .selectFrom("thread_tags")
    .selectAll()
    .where("thread_id", "in", sql<number>`(select value from json_each(${ids}))`)
    .orderBy("tag")
    .execute();
  const byThread = new Map<number, string[]>();
  for (const { thread_id: id, tag } of tags) byThread.set(id, [...(byThread.get(id) ?? []), tag]);
  return rows.map((row) => ({ ...row, tags: byThread.get(row.id) ?? [] }));
}

export interface ThreadPage {
  threads: Thread[];
  /** Cursor of the next page; null where this is the last. */
  next: string | null;
}

interface Wanted {
  folder: Folder;
  filter?: Filter | null | undefined;
  /** Whose "Assigned to you" it is. */
  userId: number;
  q?: string | undefined;
  cursor?: ThreadCursor | undefined;
  limit: number;
}

/**
 * Threads of a folder, the newest first. A search finds persons first (name, phone, patient id, date of
 * birth), then whoever wrote or was written the words, by the newest such message.
 */
export async function listThreads(db: Db, wanted: Wanted): Promise<ThreadPage> {
  if (wanted.q) return searchThreads(db, wanted, wanted.q);
  const { rows, next } = await pageByActivity(threadRows(db), wanted);
  return { threads: await withTags(db, rows), next };
}

async function pageByActivity(query: ThreadQuery, wanted: Wanted) {
  const { cursor, limit } = wanted;
  let found = inFolder(query, wanted)
    .orderBy(activity, "desc")
    .orderBy("threads.id", "desc")
    .limit(limit + 1);
  if (cursor?.stage === "threads") {
    found = found.where(sql<boolean>`(${activity}, threads.id) < (${cursor.at}, ${cursor.id})`);
  }
  const all = await found.execute();
  const rows = all.slice(0, limit);
  const last = rows.at(-1);
  const next =
    last && all.length > limit
      ? writeCursor({ stage: "threads", at: last.last_msg_at ?? last.created_at, id: last.id })
      : null;
  return { rows, next };
}

async function searchThreads(db: Db, wanted: Wanted, q: string): Promise<ThreadPage> {
  const sought = soughtBy(q);
  const persons = await findPersons(db, sought);
  const rows: Omit<Thread, "tags">[] = [];
  if (wanted.cursor?.stage !== "words") {
    const page = await pageByActivity(threadRows(db).where("threads.id", "in", persons.among), wanted);
    rows.push(...page.rows);
    if (page.next) return { threads: await withTags(db, rows), next: page.next };
  }
  // So many persons fit that nobody will read on to the words.
  if (persons.many) return { threads: await withTags(db, rows), next: null };
  const from = wanted.cursor?.stage === "words" ? wanted.cursor.message : Number.POSITIVE_INFINITY;
  const found = (await findWords(db, sought)).filter(
    (hit) => hit.message < from && !persons.ids.has(hit.thread),
  );
  const ids = JSON.stringify(found.map((hit) => hit.thread));
  const byWord = await inFolder(threadRows(db), wanted)
    .where("threads.id", "in", sql<number>`(select value from json_each(${ids}))`)
    .execute();
  const byId = new Map(byWord.map((row) => [row.id, row]));
  const hits = found.filter((hit) => byId.has(hit.thread));
  const shown = hits.slice(0, wanted.limit - rows.length);
  for (const hit of shown) {
    const row = byId.get(hit.thread);
    if (row) rows.push(row);
  }
  const message = shown.at(-1)?.message ?? Number.MAX_SAFE_INTEGER;
  const next = hits.length > shown.length ? writeCursor({ stage: "words", message }) : null;
  return { threads: await withTags(db, rows), next };
}

/** How many threads each folder holds; of all chats, those whose last message came in (part 2). */
export async function countFolders(db: Db, userId: number): Promise<Record<Folder, number>> {
  const counted = await db
    .selectNoFrom((eb) => [
      eb.selectFrom("threads").select(eb.fn.countAll<number>().as("n")).where(unread).as("all"),
      eb.selectFrom("threads").select(eb.fn.countAll<number>().as("n")).where(ofPatient).as("patients"),
      eb.selectFrom("threads").select(eb.fn.countAll<number>().as("n")).where(withStar).as("starred"),
      eb
        .selectFrom("threads")
        .select(eb.fn.countAll<number>().as("n"))
        .where("assignee_user_id", "=", userId)
        .as("assigned"),
    ])
    .executeTakeFirstOrThrow();
  return {
    all: counted.all ?? 0,
    patients: counted.patients ?? 0,
    starred: counted.starred ?? 0,
    assigned: counted.assigned ?? 0,
  };
}

/**
 * One thread.
 *
 * @throws Refusal "missing" where there is none
 */
export async function findThread(db: Db, id: number): Promise<Thread> {
  const row = await threadRows(db).where("threads.id", "=", id).executeTakeFirst();
  const [thread] = row ? await withTags(db, [row]) : [];
  if (!thread) throw new Refusal("missing", "There is no such conversation.");
  return thread;
}
