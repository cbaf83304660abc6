import { sql } from "kysely";
import { sortedByName } from "~/core/by-name";
import type { Db } from "~/db/open.server";
import { listDatabaseNames } from "~/orders/order-system/databases.server";

const listTherapistNames = async (db: Db) =>
  sortedByName(
    await db.selectFrom("therapists").select(["name", "region"]).orderBy("name").limit(2000).execute(),
  );

export async function listBoardChoices(db: Db) {
  const therapists = await listTherapistNames(db);
  return { databases: await listDatabaseNames(db), therapists: therapists.map(({ name }) => name) };
}

export async function listCalendarChoices(db: Db) {
  const therapists = await listTherapistNames(db);
  const companies = await db.selectFrom("companies").select("name").orderBy("name").limit(500).execute();
  return {
    therapists: therapists.map(({ name }) => name),
    regions: [...new Set(therapists.map(({ region }) => region))].sort(),
    companies: sortedByName(companies).map(({ name }) => name),
    kinds: await listKindNames(db),
  };
}

/** The names of the kinds of visits. Empty if there is only one, so that no one is asked for it. */
async function listKindNames(db: Db): Promise<string[]> {
  const kinds = await db.selectFrom("visit_kinds").select("name").distinct().orderBy("name").execute();
  return kinds.length < 2 ? [] : kinds.map(({ name }) => name);
}

/** Skips along the column's index, so it is as fast with 300,000 visits as with ten. */
export async function listDistinctValues(
  db: Db,
  column: "status" | "visit_type" | "local_date",
): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      select min(${name}) from visits
      union all
      select (select min(${name}) from visits where ${name} > value) from found where value is not null
    )
    select value from found where value is not null limit 5000`.execute(db);
  return rows.map(({ value }) => value);
}

/** The first and last start, ms UTC. Uses two subqueries because SQLite would scan the table for a single one. */
export async function findEnds(db: Db): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number; last: number }>`
    select coalesce((select min(start_at) from visits), 0) as first,
      coalesce((select max(start_at) from visits), 0) as last`.execute(db);
  return rows[0] ?? { first: 0, last: 0 };
}
