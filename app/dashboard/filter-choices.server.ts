import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import { listDatabaseNames } from "~/orders/order-system/databases.server";

export async function listFilterChoices(db: Db): Promise<{ databases: string[]; therapists: string[] }> {
  const therapists = await db.selectFrom("therapists").select("name").orderBy("name").limit(2000).execute();
  return { databases: await listDatabaseNames(db), therapists: therapists.map((row) => row.name) };
}

/** Distinct values, found by jumping along the column's index: as fast with 300,000 rows as with ten. */
export async function listDistinctValues(
  db: Db,
  column: "status" | "visit_type" | "local_date",
): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ word: string }>`
    with recursive words (word) as (
      select min(${name}) from visits
      union all
      select (select min(${name}) from visits where ${name} > word) from words where word is not null
    )
    select word from words where word is not null limit 5000`.execute(db);
  return rows.map((row) => row.word);
}

/** Two subqueries, because SQLite would scan the table to get both values in one. */
export async function findEnds(db: Db): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select min(start_at) from visits) as first, (select max(start_at) from visits) as last`.execute(
    db,
  );
  return { first: rows[0]?.first ?? 0, last: rows[0]?.last ?? 0 };
}
