import { type RawBuilder, sql } from "kysely";
import { phrase } from "~/core/search/search-terms";
import type { Db } from "~/db/open.server";
import { listVisitsById } from "~/visits/visits.server";
import { type ShownVisit, shownVisit } from "../shown-visit";
import { isIndexed, matchesText } from "../text-search.server";
import { type Filters, hiddenStatuses } from "./calendars-query";

export function areShown(status: string | undefined): RawBuilder<boolean> {
  return status ? sql`visits.status = ${status}` : sql`visits.status not in (${sql.join(hiddenStatuses)})`;
}

export type VisitFilters = Filters & { db?: string | undefined };

/**
 * All filters except the status, as a condition on `visits` alone. Names are looked up once. The plus sign
 * keeps SQLite on the sorted index.
 */
export function matchesFilters({
  search,
  therapist,
  region,
  company,
  db,
}: VisitFilters): RawBuilder<boolean> {
  const tests = [sql<boolean>`true`];
  if (therapist) {
    tests.push(sql`+visits.therapist_id in (select id from therapists where name = ${therapist})`);
  }
  if (region) tests.push(sql`+visits.therapist_id in (select id from therapists where region = ${region})`);
  if (db) tests.push(sql`+visits.brightree_db = ${db}`);
  if (company) {
    tests.push(sql`+visits.brightree_db in (
      select databases.name from databases join companies on companies.id = databases.company_id
      where companies.name = ${company} or databases.name = ${company})`);
  }
  if (search) {
    tests.push(sql`(
      +visits.therapist_id in (select id from therapists where ${matchesText(search, ["therapists.name"])})
      or +visits.brightree_db in (select name from databases where ${matchesText(search, ["databases.name"])})
      or ${ofPatients(search)})`);
  }
  return sql`(${sql.join(tests, sql` and `)})`;
}

function ofPatients(search: string): RawBuilder<boolean> {
  return isIndexed(search)
    ? sql`+visits.order_id in (
        select rowid from orders_fts where orders_fts match ${`{patient_id patient_name} : ${phrase(search)}`})`
    : sql`exists (select 1 from orders where orders.id = visits.order_id
        and ${matchesText(search, ["orders.patient_name", "orders.patient_id"])})`;
}

export function matchesOrder(search: string): RawBuilder<boolean> {
  const ofPatient = isIndexed(search)
    ? sql`orders.id in (
        select rowid from orders_fts where orders_fts match ${`{patient_id patient_name} : ${phrase(search)}`})`
    : matchesText(search, ["orders.patient_name", "orders.patient_id"]);
  return sql`(${ofPatient}
    or orders.brightree_db in (select name from databases where ${matchesText(search, ["databases.name"])}))`;
}

export const pageSize = 50;

export interface VisitPage {
  visits: ShownVisit[];
  more: boolean;
}

/** The most visits of a result that can be selected together. */
export const mostSelected = 200;

/** The first visits of a result, and one more if the result is larger. */
export async function idsOfResult(db: Db, condition: RawBuilder<boolean>): Promise<number[]> {
  const ids = await db
    .selectFrom("visits")
    .select("id")
    .where(condition)
    .orderBy("start_at")
    .orderBy("id")
    .limit(mostSelected + 1)
    .execute();
  return ids.map(({ id }) => id);
}

export async function pageOfVisits(
  db: Db,
  condition: RawBuilder<boolean>,
  page: number,
  size = pageSize,
): Promise<VisitPage> {
  const ids = await db
    .selectFrom("visits")
    .select("id")
    .where(condition)
    .orderBy("start_at")
    .orderBy("id")
    .limit(size + 1)
    .offset((page - 1) * size)
    .execute();
  const shown = ids.slice(0, size).map(({ id }) => id);
  return { visits: (await listVisitsById(db, shown)).map(shownVisit), more: ids.length > size };
}
