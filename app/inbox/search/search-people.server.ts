import { type RawBuilder, sql } from "kysely";
import { phrase, type SearchTerms } from "~/core/search/search-terms";
import type { Db } from "~/db/open.server";

/** Up to this many matches are looked up by ID. With more, the search scans the list until a page is full. */
const manyPeople = 2000;

const nameMatch = (words: string[]) => `patient_name : (${words.map((word) => phrase(word)).join(" AND ")})`;
const prefixMatch = (words: string[]) => words.map((word) => phrase(word, " *")).join(" AND ");

// The triggers `threads_fts_*` and `names_fts_*` keep both indexes equal to the conversations.
function personQueries({ name, digits, patientId, birthDates: births }: SearchTerms): RawBuilder<unknown>[] {
  const queries: RawBuilder<unknown>[] = [];
  if (name.length > 0) {
    // The trigram index can't match fewer than three characters, so shorter words are matched as prefixes.
    const long = name.filter((word) => Array.from(word).length >= 3);
    const short = name.filter((word) => !long.includes(word));
    const conditions = [
      ...(long.length > 0
        ? [sql`select rowid as id from threads_fts where threads_fts match ${nameMatch(long)}`]
        : []),
      ...(short.length > 0
        ? [sql`select rowid as id from names_fts where names_fts match ${prefixMatch(short)}`]
        : []),
    ];
    queries.push(sql`select id from (${sql.join(conditions, sql` intersect `)})`);
  }
  if (digits) {
    queries.push(
      sql`select rowid as id from threads_fts where threads_fts match ${`phone : ${phrase(digits)}`}`,
    );
  }
  if (patientId !== null) queries.push(sql`select id from threads where patient_id = ${patientId}`);
  if (births.length > 0) {
    const dobs = sql.join(births);
    queries.push(
      sql`select threads.id from orders cross join threads on threads.patient_id = orders.patient_id
        and (threads.brightree_db = orders.brightree_db or threads.brightree_db is null)
        where orders.dob in (${dobs})`,
      sql`select threads.id from orders cross join threads on threads.phone = orders.phone
        where orders.dob in (${dobs})`,
    );
  }
  return queries;
}

interface MatchedPeople {
  among: RawBuilder<number>;
  ids: Set<number>;
  many: boolean;
}

export async function searchPeople(db: Db, terms: SearchTerms): Promise<MatchedPeople> {
  const queries = personQueries(terms);
  if (queries.length === 0) return { among: sql<number>`(select 0 where 0)`, ids: new Set(), many: false };
  const union = sql<{ id: number }>`${sql.join(queries, sql` union `)}`;
  const { rows } = await sql<{ id: number }>`select id from (${union}) limit ${manyPeople + 1}`.execute(db);
  const many = rows.length > manyPeople;
  const ids = rows.map((row) => row.id);
  return {
    // With few IDs, SQLite looks up each row. With many, the plus sign makes it use the activity index and stop as
    // soon as the page is full.
    among: many
      ? sql<number>`(select +id from (${union}))`
      : sql<number>`(select value from json_each(${JSON.stringify(ids)}))`,
    ids: new Set(ids),
    many,
  };
}
