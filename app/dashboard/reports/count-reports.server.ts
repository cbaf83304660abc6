import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { App } from "~/boot/app.server";
import { byName } from "~/core/by-name";
import { addDays, day, hour, minute, startOfDay } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { listLoads } from "../calendars/count-capacity.server";
import { spreadOf } from "../forecast/rates";
import { type ReportPeriod, weeksOf } from "./report-schema";
import { listTexting, type Span } from "./texting-hours.server";

export type ReportWeek = Awaited<ReturnType<typeof countWeek>>;

const maxAge = 5 * minute;
/** Of weeks that ended more than a week ago. They hardly change, and a year has 51 of them. */
const maxAgeOfOld = hour;
const caches = new WeakMap<Db, LRUCache<string, ReportWeek>>();

/**
 * Counts the figures of each week of a period, oldest first. They are at most five minutes old, or an hour for weeks
 * that ended more than a week ago. Reads one week at a time, so that other requests are served in between.
 * @param zone IANA zone in which the days of texts and offers begin. Visits have the dates of the therapists' zones.
 */
export async function countReports(app: App, period: ReportPeriod, zone: string): Promise<ReportWeek[]> {
  const cache = cacheOf(app);
  const weeks: ReportWeek[] = [];
  for (const week of weeksOf(period)) {
    const end = addDays(week, 6);
    const from = week < period.from ? period.from : week;
    const to = end > period.to ? period.to : end;
    weeks.push(await cache.forceFetch(`${week} ${from} ${to} ${zone}`));
    await yieldToEventLoop();
  }
  return weeks;
}

function cacheOf({ replicaReads: reads, clock }: App): LRUCache<string, ReportWeek> {
  let cache = caches.get(reads);
  if (!cache) {
    const fetchMethod: LRUCache.Fetcher<string, ReportWeek> = (key, _, { options }) => {
      const [week = "", from = "", to = "", zone = ""] = key.split(" ");
      if (Date.parse(week) + 14 * day < clock.now()) options.ttl = maxAgeOfOld;
      return countWeek(reads, week, { from, to }, zone);
    };
    cache = new LRUCache({ max: 300, ttl: maxAge, ttlResolution: 0, perf: clock, fetchMethod });
    caches.set(reads, cache);
  }
  return cache;
}

async function countWeek(db: Db, week: string, { from, to }: ReportPeriod, zone: string) {
  const after = addDays(to, 1);
  const instants = { from: startOfDay(from, zone), to: startOfDay(after, zone) };
  const waits = spreadOf(await listWaits(db, from, after));
  await yieldToEventLoop();
  return {
    week,
    ...(await countOutcomes(db, from, after)),
    ...(await countLoad(db, from, to)),
    setups: waits.count,
    medianDays: waits.median,
    p90Days: waits.p90,
    ...(await countTexts(db, instants)),
    ...(await countOffers(db, instants)),
    ...(await countLost(db, from, after)),
    kinds: await countKinds(db, from, after),
  };
}

export interface KindCounts {
  kind: string;
  isClass: boolean;
  completed: number;
  missed: number;
  classes: number;
  /** The seats of all classes, and those that patients had. */
  seats: number;
  taken: number;
}

/** The outcomes and classes of each kind of visit. Empty if there is only one, which the other figures count. */
async function countKinds(db: Db, from: string, after: string): Promise<KindCounts[]> {
  const kinds = await db.selectFrom("visit_kinds").select(["id", "name", "mode"]).execute();
  if (new Set(kinds.map(({ name }) => name)).size < 2) return [];
  const { rows: outcomes } = await sql<{ kind_id: number; completed: number; missed: number }>`
    select kind_id, sum(status = 'completed') as completed, sum(status = 'no show') as missed
    from visits indexed by visits_by_day_and_status
    where local_date >= ${from} and local_date < ${after} and status in ('completed', 'no show')
    group by kind_id`.execute(db);
  const { rows: classes } = await sql<{ kind_id: number; classes: number; seats: number; taken: number }>`
    select classes.kind_id, count(*) as classes, sum(classes.seats) as seats, sum((
      select count(*) from visits
      where visits.class_id = classes.id and visits.status not in ('cancelled', 'pending'))) as taken
    from classes cross join class_therapists
      on class_therapists.class_id = classes.id and class_therapists.position = 0
    where classes.status = 'scheduled'
      and classes.start_at >= ${Date.parse(from) - day} and classes.start_at < ${Date.parse(after) + day}
      and class_therapists.local_date >= ${from} and class_therapists.local_date < ${after}
    group by classes.kind_id`.execute(db);
  return kinds.map(({ id, name, mode }) => {
    const found = outcomes.find(({ kind_id }) => kind_id === id);
    const held = classes.find(({ kind_id }) => kind_id === id);
    return {
      kind: name,
      isClass: mode === "class",
      completed: found?.completed ?? 0,
      missed: found?.missed ?? 0,
      classes: held?.classes ?? 0,
      seats: held?.seats ?? 0,
      taken: held?.taken ?? 0,
    };
  });
}

/** Adds the figures of all weeks per kind of visit, by name. */
export function totalsOfKinds(weeks: readonly ReportWeek[]): KindCounts[] {
  const all = weeks.flatMap(({ kinds }) => kinds);
  return [...Map.groupBy(all, ({ kind }) => kind)]
    .map(([kind, rows]) => {
      const sum = (of: (row: KindCounts) => number) => rows.reduce((total, row) => total + of(row), 0);
      return {
        kind,
        isClass: rows.some(({ isClass }) => isClass),
        completed: sum((row) => row.completed),
        missed: sum((row) => row.missed),
        classes: sum((row) => row.classes),
        seats: sum((row) => row.seats),
        taken: sum((row) => row.taken),
      };
    })
    .filter(({ completed, missed, classes }) => completed + missed + classes > 0)
    .sort((one, other) => byName(one.kind, other.kind));
}

/** The outcomes of this month until today, and of the month before. @param today `YYYY-MM-DD` */
export async function countMonths({ replicaReads: reads }: App, today: string) {
  const thisMonth = `${today.slice(0, 7)}-01`;
  const lastMonth = `${addDays(thisMonth, -1).slice(0, 7)}-01`;
  return {
    thisMonth: { month: thisMonth, ...(await countOutcomes(reads, thisMonth, addDays(today, 1))) },
    lastMonth: { month: lastMonth, ...(await countOutcomes(reads, lastMonth, thisMonth)) },
  };
}

async function countOutcomes(db: Db, from: string, after: string) {
  const { rows } = await sql<{ status: string; visits: number }>`
    select status, count(*) as visits from visits indexed by visits_by_day_and_status
    where local_date >= ${from} and local_date < ${after} and status in ('completed', 'no show')
    group by status`.execute(db);
  const count = (status: string) => rows.find((row) => row.status === status)?.visits ?? 0;
  return { missed: count("no show"), completed: count("completed") };
}

async function countLoad(db: Db, from: string, to: string) {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  const loads = [...(await listLoads(db, dates, {})).values()];
  return {
    booked: loads.reduce((sum, { booked }) => sum + booked, 0),
    capacity: loads.reduce((sum, { cap }) => sum + cap, 0),
  };
}

async function listWaits(db: Db, from: string, after: string): Promise<number[]> {
  // The bounds on start_at let SQLite use the status index. A local day starts within 24 hours of the UTC day.
  const { rows } = await sql<{ days: number }>`
    select (visits.start_at - orders.referral_at) / ${sql.lit(day)}.0 as days
    from visits cross join orders on orders.id = visits.order_id
    where visits.status = 'completed' and visits.visit_type = 'Setup'
      and visits.start_at >= ${Date.parse(from) - day} and visits.start_at < ${Date.parse(after) + day}
      and visits.local_date >= ${from} and visits.local_date < ${after}
      and orders.referral_at is not null and orders.referral_at <= visits.start_at`.execute(db);
  return rows.map(({ days }) => days);
}

/** Counts texts that weren't answered automatically, and those that staff answered within an hour. */
async function countTexts(db: Db, span: Span) {
  const total = { texts: 0, answered: 0 };
  for await (const { texts, answered } of listTexting(db, span)) {
    total.texts += texts;
    total.answered += answered;
  }
  return total;
}

/**
 * Visits canceled because the equipment hadn't arrived, and all that were held, missed, or lost so. `…Off` counts those
 * before their company began to follow equipment, or while it doesn't, and `…On` the others.
 */
async function countLost(db: Db, from: string, after: string) {
  const isOn = sql`companies.equipment <> 'off'
    and visits.local_date >= date(coalesce(companies.equipment_on_at, 0) / 1000, 'unixepoch')`;
  const companies = sql`join databases on databases.name = visits.brightree_db
    join companies on companies.id = databases.company_id`;
  const within = sql`visits.local_date >= ${from} and visits.local_date < ${after}`;
  const { rows } = await sql<{ isOn: number; isLost: number; visits: number }>`
    select ${isOn} as isOn, 0 as isLost, count(*) as visits
    from visits indexed by visits_by_day_and_status ${companies}
    where ${within} and visits.status in ('completed', 'no show')
    group by 1
    union all
    select ${isOn} as isOn, 1 as isLost, count(*) as visits
    from visits indexed by visits_by_day_and_status ${companies}
    where ${within} and visits.status = 'cancelled' and visits.cancel_reason = 'equipment_not_arrived'
    group by 1`.execute(db);
  const count = (on: number, lost?: number) =>
    rows
      .filter((row) => row.isOn === on && (lost === undefined || row.isLost === lost))
      .reduce((sum, { visits }) => sum + visits, 0);
  return { lostOff: count(0, 1), visitsOff: count(0), lostOn: count(1, 1), visitsOn: count(1) };
}

async function countOffers(db: Db, { from, to }: Span): Promise<{ offers: number; accepted: number }> {
  const { rows } = await sql<{ offers: number; accepted: number }>`
    select count(*) as offers, coalesce(sum(status = 'accepted'), 0) as accepted
    from offers indexed by offers_by_time
    where sent_at >= ${from} and sent_at < ${to}`.execute(db);
  return rows[0] ?? { offers: 0, accepted: 0 };
}
