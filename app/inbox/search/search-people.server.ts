import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/db/open.server";
import { phrase, type SearchTerms } from "./search-terms";

/** Up to so many persons a search looks each one up; beyond, it walks the list until a page is full. */
const manyPersons = 2000;

const partsOfName = (words: string[]) => `patient_name : (${words.map(phrase).join(" AND ")})`;
const beginnings = (words: string[]) => words.map((word) => `${phrase(word)} *`).join(" AND ");

/** Each way in which a search can mean a person, as a query for thread ids. */
function personQueries({ name, digits, patientId, births }: SearchTerms): RawBuilder<unknown>[] {
  const queries: RawBuilder<unknown>[] = [];
  if (name.length > 0) {
    // The index of parts knows nothing shorter than three characters; shorter words begin a name.
    const long = name.filter((word) => Array.from(word).length >= 3);
    const short = name.filter((word) => !long.includes(word));
    const conditions = [
      ...(long.length > 0
        ? [sql`select rowid as id from threads_fts where threads_fts match ${partsOfName(long)}`]
        : []),
      ...(short.length > 0
        ? [sql`select rowid as id from names_fts where names_fts match ${beginnings(short)}`]
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

/** The threads of the persons a search can mean. */
export interface MatchedPeople {
  /** For `threads.id in …`. */
  among: RawBuilder<number>;
  /** Their ids, unless they are many. */
  ids: Set<number>;
  many: boolean;
}

export async function searchPeople(db: Db, sought: SearchTerms): Promise<MatchedPeople> {
  const queries = personQueries(sought);
  if (queries.length === 0) return { among: sql<number>`(select 0 where 0)`, ids: new Set(), many: false };
  const union = sql<{ id: number }>`${sql.join(queries, sql` union `)}`;
  const { rows } = await sql<{ id: number }>`select id from (${union}) limit ${manyPersons + 1}`.execute(db);
  const many = rows.length > manyPersons;
  const ids = rows.map((row) => row.id);
  return {
    // With few the list of ids leads to the rows. With many the plus keeps the planner on the index of
    // activity, which is left as soon as the page is full.
    among: many
      ? sql<number>`(select +id from (${union}))`
      : sql<number>`(select value from json_each(${JSON.stringify(ids)}))`,
    ids: new Set(ids),
    many,
  };
}
