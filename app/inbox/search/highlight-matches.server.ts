import { sql } from "kysely";
import { foldText } from "~/core/fold-text";
import { phrase, type SearchTerms } from "~/core/search/search-terms";
import type { Db } from "~/db/open.server";

// The triggers `messages_fts_*` keep the index `messages_fts` equal to the messages.

const batchSize = 500;

interface Hit {
  thread: number;
  message: number;
}

interface SearchedTerms {
  match: string;
  words: string[];
  lastIsPrefix: boolean;
}

/** Searches for whole words. If no message has all of them, treats the last word as a prefix. */
export async function termsToHighlight(db: Db, { words }: SearchTerms): Promise<SearchedTerms | null> {
  if (words.length === 0) return null;
  const match = words.map((word) => phrase(word)).join(" AND ");
  const { rows } = await sql`select 1 from messages_fts where messages_fts match ${match} limit 1`.execute(
    db,
  );
  if (rows.length > 0) return { match, words, lastIsPrefix: false };
  const last = words.at(-1) ?? "";
  if (last.length < 3) return null;
  const prefixed = [...words.slice(0, -1).map((word) => phrase(word)), phrase(last, " *")].join(" AND ");
  return { match: prefixed, words, lastIsPrefix: true };
}

/** Finds matching messages older than `from`. Skips threads with a newer match, which an earlier page listed. */
export async function findHighlights(
  db: Db,
  terms: SearchedTerms,
  from: number,
): Promise<{ hits: Hit[]; rest: number | null }> {
  const { rows } = await sql<Hit>`
    select messages.thread_id as thread, messages.id as message
    from (
      select rowid as id from messages_fts where messages_fts match ${terms.match} and rowid < ${from}
      order by rowid desc limit ${batchSize}
    ) as found cross join messages on messages.id = found.id
    order by messages.id desc`.execute(db);
  const seen = await conversationsWithNewer(
    db,
    terms,
    from,
    new Set(rows.map(({ thread: conversation }) => conversation)),
  );
  const hits = rows.filter(({ thread: conversation }) => !seen.has(conversation) && seen.add(conversation));
  return { hits, rest: rows.length < batchSize ? null : (rows.at(-1)?.message ?? null) };
}

/** Reads these threads' messages instead of the index, which would have to read all newer matches. */
async function conversationsWithNewer(
  db: Db,
  terms: SearchedTerms,
  from: number,
  conversations: Set<number>,
): Promise<Set<number>> {
  const newer = await sql<{ thread: number; body: string }>`
    select messages.thread_id as thread, messages.body
    from json_each(${JSON.stringify([...conversations])}) as found
    cross join messages on messages.thread_id = found.value and messages.id >= ${from}`.execute(db);
  return new Set(
    newer.rows
      .filter(({ body }) => matchesTerms(body, terms))
      .map(({ thread: conversation }) => conversation),
  );
}

export function matchesTerms(
  text: string,
  { words, lastIsPrefix }: { words: string[]; lastIsPrefix: boolean },
): boolean {
  const found = ` ${tokensOf(text)} `;
  return words.every((word, index) => {
    const isPrefix = lastIsPrefix && index === words.length - 1;
    return found.includes(` ${tokensOf(word)}${isPrefix ? "" : " "}`);
  });
}

/** The words of a text, as the index splits it: "o brien" for "O'Brien". */
const tokensOf = (text: string) => (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
