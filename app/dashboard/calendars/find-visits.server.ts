import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { Visit } from "~/scheduling/visits/visit";
import { listVisitsById } from "~/scheduling/visits/visits.server";
import { matchesText } from "../like.server";
import type { Filters } from "./address";

/** Which visits the calendar shows: cancelled and pending only where the status asks (part 2, section 4). */
export function isShown(status: string | undefined): RawBuilder<boolean> {
  return status ? sql`visits.status = ${status}` : sql`visits.status not in ('cancelled', 'pending')`;
}

/**
 * What the filters but the status let through, as a condition on `visits` alone. Names are looked up
 * once and not per visit; the plus keeps the order by day, which the query's index gives.
 */
export function passes({ search, therapist, region, company }: Filters): RawBuilder<boolean> {
  const tests = [sql<boolean>`true`];
  if (therapist) {
    tests.push(sql`+visits.therapist_id in (select id from therapists where name = ${therapist})`);
  }
  if (region) tests.push(sql`+visits.therapist_id in (select id from therapists where region = ${region})`);
  if (company) {
    tests.push(sql`(select brightree_db from orders where orders.id = visits.order_id) in (
      select databases.name from databases join companies on companies.id = databases.company_id
      where companies.name = ${company} or databases.name = ${company})`);
  }
  if (search) {
    const ofOrder = ["orders.brightree_db", "orders.patient_name", "orders.patient_id"];
    tests.push(sql`(
      +visits.therapist_id in (select id from therapists where ${matchesText(search, ["therapists.name"])})
      or exists (select 1 from orders where orders.id = visits.order_id and ${matchesText(search, ofOrder)}))`);
  }
  return sql`(${sql.join(tests, sql` and `)})`;
}

/** How many rows one page of a list holds. */
export const pageSize = 100;

export interface VisitPage {
  visits: Visit[];
  /** Is there another page after this one? */
  more: boolean;
}

/** One page of the visits that meet a condition, by their start: two queries. */
export async function pageOfVisits(db: Db, condition: RawBuilder<boolean>, page: number): Promise<VisitPage> {
  const ids = await db
    .selectFrom("visits")
    .select("id")
    .where(condition)
    .orderBy("start_at")
    .orderBy("id")
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize)
    .execute();
  const shown = ids.slice(0, pageSize).map(({ id }) => id);
  return { visits: await listVisitsById(db, shown), more: ids.length > pageSize };
}
