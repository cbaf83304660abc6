import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import { addMonths } from "~/scheduling/month";
import type { Visit } from "~/scheduling/visits/visit";
import { listVisitsById } from "~/scheduling/visits/visits.server";
import type { Filters } from "./address";
import { isShown, pageOfVisits, passes, type VisitPage } from "./find-visits.server";

/** Rows of a day that a month shows (part 2, section 9). */
export const rowsPerDay = 3;

export interface MonthDay {
  /** `YYYY-MM-DD`, on the therapists' own calendars. */
  date: string;
  /** How many there are, whatever of them is shown. */
  visits: number;
  first: Visit[];
}

interface Counted {
  date: string;
  pending: number;
  confirmed: number;
  completed: number;
  shown: number;
  /** The first ones, "17,4,23,…", cut off anywhere. */
  first: string | null;
}

/**
 * A month of the calendar: its tiles (whatever the status filter says), and each day with its number of
 * visits and the first three. Two queries, however many visits there are.
 *
 * @param month `YYYY-MM`
 */
export async function findMonth(db: Db, month: string, filters: Filters) {
  // The index gives the visits of a day by their start, so that the first ids are the first visits.
  const { rows } = await sql<Counted>`
    select visits.local_date as date,
      sum(visits.status in ('submitted', 'pending')) as pending,
      sum(visits.status = 'confirmed') as confirmed,
      sum(visits.status = 'completed') as completed,
      sum(${isShown(filters.status)}) as shown,
      substr(group_concat(visits.id) filter (where ${isShown(filters.status)}), 1, 60) as first
    from visits indexed by visits_by_day
    where visits.local_date >= ${`${month}-01`} and visits.local_date < ${`${addMonths(month, 1)}-01`}
      and ${passes(filters)}
    group by visits.local_date
    order by visits.local_date`.execute(db);
  const days = rows.filter(({ shown }) => shown > 0);
  const firstIds = days.map(({ first }) => (first ?? "").split(",").slice(0, rowsPerDay).map(Number));
  const visits = new Map((await listVisitsById(db, firstIds.flat())).map((visit) => [visit.id, visit]));
  const sum = (count: (row: Counted) => number) => rows.reduce((total, row) => total + count(row), 0);
  return {
    tiles: {
      pending: sum((row) => row.pending),
      confirmed: sum((row) => row.confirmed),
      completed: sum((row) => row.completed),
    },
    visits: sum((row) => row.shown),
    days: days.map(
      ({ date, shown }, index): MonthDay => ({
        date,
        visits: shown,
        first: (firstIds[index] ?? []).flatMap((id) => visits.get(id) ?? []),
      }),
    ),
  };
}

/** One page of a day's visits, on the therapists' own calendars. */
export function findDay(db: Db, date: string, filters: Filters, page: number): Promise<VisitPage> {
  const condition = sql<boolean>`visits.local_date = ${date}
    and ${isShown(filters.status)} and ${passes(filters)}`;
  return pageOfVisits(db, condition, page);
}
