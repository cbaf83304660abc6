import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import { matchesFilters, type VisitFilters } from "./calendar-conditions.server";

/** Confirmed visits that have ended by this time and need an outcome. */
export const isEnded = (filters: VisitFilters, by: number) => sql<boolean>`visits.status = 'confirmed'
  and visits.start_at < ${by} and visits.end_at <= ${by} and ${matchesFilters(filters)}`;

export async function countEnded(db: Db, filters: VisitFilters, by: number): Promise<number> {
  const { count } = await db
    .selectFrom("visits")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where(isEnded(filters, by))
    .executeTakeFirstOrThrow();
  return count;
}
