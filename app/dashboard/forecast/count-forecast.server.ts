import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { remainingCapacity } from "~/availability/slot-rules.server";
import type { App } from "~/boot/app.server";
import { addDays, day, localDate, minute, weekdayOf } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { weeksAhead } from "./rates";

interface DayCount {
  date: string;
  count: number;
}

/** Each `week` is the date of its Sunday, `YYYY-MM-DD`. */
export type Forecast = Awaited<ReturnType<typeof countWeeks>>;

const maxAge = 5 * minute;
const caches = new WeakMap<Db, LRUCache<string, Forecast>>();

/** The capacity forecast, at most five minutes old. */
export function countForecast({ replicaReads: reads, clock }: App, zone: string): Promise<Forecast> {
  let cache = caches.get(reads);
  if (!cache) {
    const fetchMethod = (today: string) => countWeeks(reads, today);
    cache = new LRUCache({ max: 10, ttl: maxAge, ttlResolution: 0, perf: clock, fetchMethod });
    caches.set(reads, cache);
  }
  return cache.forceFetch(localDate(clock.now(), zone));
}

/** Weeks begin on Sunday. A visit counts on its date in the therapist's time zone. */
async function countWeeks(db: Db, today: string) {
  const sunday = addDays(today, -weekdayOf(today));
  const weeksFrom = (first: string, count: number) =>
    Array.from({ length: count }, (_, index) => addDays(first, 7 * index));
  const ahead = weeksFrom(sunday, weeksAhead);
  const booked = await countByDay(db, activeStatuses, sunday, addDays(sunday, 7 * weeksAhead));
  const open = await countOpen(db, today, addDays(sunday, 7 * weeksAhead));
  const sum = (rows: DayCount[], week: string) =>
    rows
      .filter(({ date }) => date >= week && date < addDays(week, 7))
      .reduce((total, { count }) => total + count, 0);
  return {
    capacity: ahead.map((week) => ({ week, booked: sum(booked, week), open: sum(open, week) })),
  };
}

// The bounds on start_at let SQLite use the status index. A local day starts within 24 hours of the UTC day.
const between = (from: string, to: string) => sql`
  visits.start_at >= ${Date.parse(from) - day} and visits.start_at < ${Date.parse(to) + day}
  and visits.local_date >= ${from} and visits.local_date < ${to}`;

async function countByDay(
  db: Db,
  statuses: readonly string[],
  from: string,
  to: string,
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select local_date as date, count(*) as count from visits
    where status in (${sql.join(statuses)}) and ${between(from, to)}
    group by local_date`.execute(db);
  return rows;
}

/** Open slots, up to each therapist's daily capacity. */
async function countOpen(db: Db, from: string, to: string): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    with offered as (
      select therapist_id, local_date, count(*) as slots from slots
      where local_date >= ${from} and local_date < ${to}
      group by therapist_id, local_date
    )
    select offered.local_date as date, sum(max(0, min(offered.slots,
      ${remainingCapacity("therapists", sql.ref("offered.local_date"))}))) as count
    from offered cross join therapists on therapists.id = offered.therapist_id
    group by offered.local_date`.execute(db);
  return rows;
}
