import { sql } from "kysely";
import { addMonths } from "~/core/month";
import type { Db } from "~/db/open.server";
import { listVisitsById } from "~/visits/visits.server";
import { type ShownVisit, shownVisit } from "../shown-visit";
import { areShown, matchesFilters } from "./calendar-conditions.server";
import { type Filters, isShown } from "./calendars-query";

const rowsPerDay = 3;

/** A month with more visits is shown as a list of days. */
export const mostInCalendar = 4000;

interface Counted {
  /** `YYYY-MM-DD` in the therapists' time zones. */
  date: string;
  status: string;
  visits: number;
}

async function countByDay(db: Db, month: string, filters: Filters): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select visits.local_date as date, visits.status, count(*) as visits
    from visits indexed by visits_by_day_and_status
    where visits.local_date >= ${`${month}-01`} and visits.local_date < ${`${addMonths(month, 1)}-01`}
      and ${matchesFilters(filters)}
    group by visits.local_date, visits.status`.execute(db);
  return rows;
}

function tilesOf(counts: Counted[]) {
  const sum = (...statuses: string[]) =>
    counts.reduce((total, { status, visits }) => total + (statuses.includes(status) ? visits : 0), 0);
  return {
    pending: sum("submitted", "pending"),
    confirmed: sum("confirmed"),
    completed: sum("completed"),
  };
}

export const countMonth = async (db: Db, month: string, filters: Filters) =>
  tilesOf(await countByDay(db, month, filters));

/** Always runs three queries, however many visits there are. @param month `YYYY-MM` */
export async function findMonth(db: Db, month: string, filters: Filters) {
  const counts = await countByDay(db, month, filters);
  const shown = new Map<string, number>();
  for (const { date, status, visits } of counts) {
    if (isShown(status, filters.status)) shown.set(date, (shown.get(date) ?? 0) + visits);
  }
  const first = await findFirst(db, [...shown.keys()], filters);
  return {
    tiles: tilesOf(counts),
    visits: [...shown.values()].reduce((total, visits) => total + visits, 0),
    days: [...shown].map(([date, visits]) => ({ date, visits, first: first.get(date) ?? [] })),
  };
}

async function findFirst(db: Db, days: string[], filters: Filters): Promise<Map<string, ShownVisit[]>> {
  const { rows } = await sql<{ date: string; ids: string }>`
    select day.value as date, (
      select group_concat(id) from (
        select visits.id from visits indexed by visits_by_day
        where visits.local_date = day.value and ${areShown(filters.status)} and ${matchesFilters(filters)}
        order by visits.start_at, visits.id limit ${rowsPerDay}
      )
    ) as ids
    from json_each(${JSON.stringify(days)}) as day`.execute(db);
  const idsOf = rows.map(({ date, ids }) => [date, ids.split(",").map(Number)] as const);
  const visits = await listVisitsById(
    db,
    idsOf.flatMap(([, ids]) => ids),
  );
  return new Map(
    idsOf.map(([date, ids]) => [date, visits.filter(({ id }) => ids.includes(id)).map(shownVisit)]),
  );
}
