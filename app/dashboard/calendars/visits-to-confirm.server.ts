import { sql } from "kysely";
import { hour } from "~/core/time";
import type { Db } from "~/db/open.server";
import {
  matchesFilters,
  pageOfVisits,
  type VisitFilters,
  type VisitPage,
} from "./calendar-conditions.server";

/** Visits that start within this time are urgent. */
export const confirmWithin = 72 * hour;

export function listToConfirm(
  db: Db,
  filters: VisitFilters,
  now: number,
  page: number,
  size?: number,
): Promise<VisitPage> {
  return pageOfVisits(db, isToConfirm(filters, now), page, size);
}

export async function countToConfirm(db: Db, filters: VisitFilters, now: number): Promise<number> {
  const { count } = await db
    .selectFrom("visits")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where(isToConfirm(filters, now))
    .executeTakeFirstOrThrow();
  return count;
}

export const isToConfirm = (filters: VisitFilters, now: number) => sql<boolean>`visits.status = 'submitted'
  and visits.start_at >= ${now} and visits.start_at <= ${now + confirmWithin} and ${matchesFilters(filters)}`;
