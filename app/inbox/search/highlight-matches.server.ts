import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import { matchesTerms, phrase, type SearchTerms } from "./search-terms";

/** A search for words looks at so many messages that hold them at a time. */
const messagesAtOnce = 500;

/** A thread found by words, and the newest message of it that holds them. */
export interface Hit {
  thread: number;
  message: number;
}

/** What messages must hold, for the index and, of a single message, for `holdsWords`. */
export interface SearchedTerms {
  match: string;
  words: string[];
  /** The last word is only how one begins. */
  begun: boolean;
}

/** The words as they are written, or, where no message holds them so, with the last as a beginning. */
export async function termsToHighlight(db: Db, { words }: SearchTerms): Promise<SearchedTerms | null> {
  if (words.length === 0) return null;
  const match = words.map(phrase).join(" AND ");
  const { rows } = await sql`select 1 from messages_fts where messages_fts match ${match} limit 1`.execute(
    db,
  );
  if (rows.length > 0) return { match, words, begun: false };
  return (words.at(-1)?.length ?? 0) < 3 ? null : { match: `${match} *`, words, begun: true };
}

/**
 * Threads with messages older than `from` that hold the words, by the newest, out of so many messages at a
 * time; without threads that have a newer one, which stood on an earlier page.
 *
 * @returns what was found, and where to look on; null where no older message holds the words
 */
export async function findHighlights(
  db: Db,
  sought: SearchedTerms,
  from: number,
): Promise<{ hits: Hit[]; rest: number | null }> {
  const { rows } = await sql<Hit>`
    select messages.thread_id as thread, messages.id as message
    from (
      select rowid as id from messages_fts where messages_fts match ${sought.match} and rowid < ${from}
      order by rowid desc limit ${messagesAtOnce}
    ) as found cross join messages on messages.id = found.id
    order by messages.id desc`.execute(db);
  const seen = await threadsWithNewer(db, sought, from, new Set(rows.map(({ thread }) => thread)));
  const hits = rows.filter(({ thread }) => !seen.has(thread) && seen.add(thread));
  return { hits, rest: rows.length < messagesAtOnce ? null : (rows.at(-1)?.message ?? null) };
}

/**
 * Those of some threads in which a message from `from` on holds the words. Read from the messages themselves:
 * the index can tell it only by going through all hits since, or once more for each message.
 */
async function threadsWithNewer(
  db: Db,
  sought: SearchedTerms,
  from: number,
  threads: Set<number>,
): Promise<Set<number>> {
  const newer = await sql<{ thread: number; body: string }>`
    select messages.thread_id as thread, messages.body
    from json_each(${JSON.stringify([...threads])}) as found
    cross join messages on messages.thread_id = found.value and messages.id >= ${from}`.execute(db);
  return new Set(newer.rows.filter(({ body }) => matchesTerms(body, sought)).map(({ thread }) => thread));
}
