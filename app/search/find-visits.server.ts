import { type RawBuilder, sql } from "kysely";
import { hour } from "~/core/time";
import { isSupervisor, type Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { whereOwnVisit } from "~/orders/visible-orders.server";
import { type Result, resultsPerGroup } from "./result";
import type { SearchQuery } from "./search-query";

interface VisitSearch {
  query: SearchQuery;
  orders: readonly number[];
  /** Therapists that match the text. If the search has a date, their visits on that date are included. */
  therapists: readonly number[];
  now: number;
}

interface FoundVisits {
  results: Result[];
  orders: number[];
}

const among = (ids: readonly (number | string)[]) =>
  sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** The plus sign keeps SQLite from scanning all visits by start. */
const start = sql`+visits.start_at`;

/** Finds visits by date, by order, or by both: upcoming ones first, then past and canceled ones, newest first. */
export async function findVisits(db: Db, who: Staff, search: VisitSearch): Promise<FoundVisits> {
  const condition = conditionOf(who, search);
  if (!condition) return { results: [], orders: [] };
  const isUpcoming = sql`(${start} > ${search.now - hour} and visits.status <> 'cancelled')`;
  const upcoming = await idsOf(db, sql`${condition} and ${isUpcoming}`, "asc", resultsPerGroup);
  const missing = resultsPerGroup - upcoming.length;
  const others = await idsOf(db, sql`${condition} and not ${isUpcoming}`, "desc", missing);
  return describe(db, [...upcoming, ...others]);
}

function conditionOf(who: Staff, { query, orders, therapists }: VisitSearch): RawBuilder<unknown> | null {
  const byText = sql`visits.order_id in ${among(orders)}`;
  const withTherapist = sql`visits.therapist_id in ${among(therapists)}`;
  if (!query.dates && orders.length === 0) return null;
  const wanted = query.dates
    ? sql`visits.local_date in ${among(query.dates)}
        ${query.text ? sql`and (${byText} or ${withTherapist})` : sql``}`
    : byText;
  // `is true` keeps SQLite from scanning all of the therapist's visits.
  return isSupervisor(who) ? wanted : sql`${wanted} and (${whereOwnVisit(who)}) is true`;
}

async function idsOf(
  db: Db,
  condition: RawBuilder<unknown>,
  direction: "asc" | "desc",
  limit: number,
): Promise<number[]> {
  if (limit === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from visits where ${condition}
    order by ${start} ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

async function describe(db: Db, ids: number[]): Promise<FoundVisits> {
  const rows = await db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select(["visits.id", "visits.order_id", "visits.start_at", "visits.status", "visits.visit_type"])
    .select(["orders.patient_id", "orders.patient_name", "therapists.name as therapist"])
    .where("visits.id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  return {
    results: found.map((visit) => ({
      href: `/visits/${visit.id}`,
      name: visit.patient_name,
      title: `ID ${visit.patient_id}`,
      at: visit.start_at,
      status: visit.status,
      details: [visit.therapist, `ID ${visit.patient_id}`],
    })),
    orders: found.map(({ order_id }) => order_id),
  };
}
