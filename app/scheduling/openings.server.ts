import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Config } from "~/config.server";
import {
  addDays,
  day,
  hour,
  iso,
  localDate,
  localHour,
  offsetsBetween,
  startOfDay,
  zoneOrUtc,
} from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Tables } from "~/db/tables";
import { activeStatuses, visitLength } from "./visit";

/** A time that a patient can book. */
export interface Opening {
  therapistId: number;
  therapist: string;
  region: string;
  /** IANA zone of the therapist. */
  zone: string;
  /** Milliseconds UTC. */
  start: number;
}

type Settings = Pick<Config, "bookingLeadHours" | "bookingHorizonDays">;

/** Part 3, section 5: from two hours ahead to sixty days ahead, unless configured otherwise. */
export function bookingWindow(settings: Settings, now: number): { from: number; to: number } {
  return { from: now + settings.bookingLeadHours * hour, to: now + settings.bookingHorizonDays * day };
}

interface Wanted {
  now: number;
  /** Milliseconds UTC, inclusive and exclusive; always cut to the booking window. */
  from?: number | undefined;
  to?: number | undefined;
  /** IANA zone on whose clock days and parts of the day are judged; each therapist's own without it. */
  clock?: string | null | undefined;
  /** One calendar day, `YYYY-MM-DD`. */
  date?: string | undefined;
  part?: PartOfDay | undefined;
  region?: string | undefined;
  therapistId?: number | undefined;
  /** Therapists of this region come first. */
  preferRegion?: string | null | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  /** A visit that counts as gone: the one being moved. */
  exceptVisit?: number | undefined;
}

// The start of a slot as milliseconds on a wall clock.
function onClock(zone: string, window: { from: number; to: number }) {
  const pieces = offsetsBetween(zone, window.from, window.to);
  const cases = pieces.map(
    ({ until, offset }) =>
      sql`when slots.start_at < ${sql.lit(until)} then slots.start_at + ${sql.lit(offset)}`,
  );
  return sql<number>`case ${sql.join(cases, sql` `)} end`;
}

const hours: Record<PartOfDay, [number, number]> = {
  morning: [0, 12],
  afternoon: [12, 17],
  evening: [17, 24],
};

async function isInPart(db: Db, settings: Settings, { now, clock, part }: Wanted) {
  if (!part) return sql<boolean>`true`;
  const window = bookingWindow(settings, now);
  const zones = clock ? [] : await db.selectFrom("therapists").select("timezone").distinct().execute();
  const cases = zones.map(
    ({ timezone }) =>
      sql`when therapists.timezone = ${timezone} then ${onClock(zoneOrUtc(timezone), window)}`,
  );
  const local = clock ? onClock(clock, window) : sql`case ${sql.join(cases, sql` `)} end`;
  const [first, end] = hours[part];
  return sql<boolean>`(${local}) % 86400000 between ${sql.lit(first * hour)} and ${sql.lit(end * hour - 1)}`;
}

// Free: on offer, in the window, no active visit in the way, and the day not yet at capacity.
interface Bounds {
  from: number | RawBuilder<number>;
  to: number | RawBuilder<number>;
}

async function openings(db: Db, settings: Settings, wanted: Wanted, bounds: Bounds) {
  const active = sql.join(activeStatuses.map((status) => sql.lit(status)));
  const except = sql.lit(wanted.exceptVisit ?? 0);
  let query = db
    .selectFrom("slots")
    .innerJoin("therapists", "therapists.id", "slots.therapist_id")
    .where("slots.start_at", ">=", bounds.from)
    .where("slots.start_at", "<", bounds.to)
    .where(await isInPart(db, settings, wanted))
    .where(
      sql<boolean>`not exists (
        select 1 from visits
        where visits.therapist_id = slots.therapist_id and visits.status in (${active}) and visits.id <> ${except}
          and visits.start_at < slots.start_at + ${sql.lit(visitLength)}
          and visits.start_at > slots.start_at - 43200000
          and visits.end_at > slots.start_at)`,
    )
    .where(
      sql<boolean>`therapists.daily_capacity > (
        select count(*) from visits
        where visits.therapist_id = slots.therapist_id and visits.status in (${active}) and visits.id <> ${except}
          and visits.local_date = slots.local_date)`,
    );
  if (wanted.region) query = query.where("therapists.region", "=", wanted.region);
  if (wanted.therapistId) query = query.where("slots.therapist_id", "=", wanted.therapistId);
  // In an object: a bare query would be run by `await`.
  return { query };
}

type Openings = SelectQueryBuilder<Tables, "slots" | "therapists", object>;

function fetchOpenings(query: Openings): Promise<Opening[]> {
  return query
    .select([
      "slots.therapist_id as therapistId",
      "therapists.name as therapist",
      "therapists.region as region",
      "therapists.timezone as zone",
      "slots.start_at as start",
    ])
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, zone: zoneOrUtc(row.zone) })));
}

/** Times that can be booked, the preferred region first, then by time. */
export async function listOpenings(db: Db, settings: Settings, wanted: Wanted): Promise<Opening[]> {
  const window = bookingWindow(settings, wanted.now);
  const day = wanted.date ? dayBounds(wanted.date, await clocksOf(db, wanted.clock)) : window;
  let { query } = await openings(db, settings, wanted, {
    from: Math.max(window.from, day.from, wanted.from ?? 0),
    to: Math.min(window.to, day.to, wanted.to ?? Number.MAX_SAFE_INTEGER),
  });
  if (wanted.date && !wanted.clock) query = query.where("slots.local_date", "=", wanted.date);
  if (wanted.preferRegion) {
    query = query.orderBy(sql`therapists.region = ${wanted.preferRegion}`, "desc");
  }
  query = query.orderBy("slots.start_at").orderBy("therapists.name");
  if (wanted.limit) query = query.limit(wanted.limit);
  return fetchOpenings(wanted.offset ? query.offset(wanted.offset) : query);
}

const mostCounted = 100;

/**
 * The calendar days with openings, in order, and how many each has: counted up to a hundred, so that
 * two hundred therapists' free hours cost no more than twenty's.
 */
export async function listOpeningDays(
  db: Db,
  settings: Settings,
  wanted: Pick<Wanted, "now" | "clock" | "part" | "region" | "exceptVisit">,
): Promise<{ date: string; openings: number }[]> {
  const window = bookingWindow(settings, wanted.now);
  const clocks = await clocksOf(db, wanted.clock);
  if (clocks.length === 0) return [];
  let { query } = await openings(db, settings, wanted, {
    from: sql<number>`days.opens`,
    to: sql<number>`days.closes`,
  });
  if (!wanted.clock) query = query.where(sql<boolean>`slots.local_date = days.date`);
  const days = datesBetween(window, clocks).map((date) => {
    const bounds = dayBounds(date, clocks);
    return sql`(${date}, ${Math.max(window.from, bounds.from)}, ${Math.min(window.to, bounds.to)})`;
  });
  const { rows } = await sql<{ date: string; openings: number }>`
    with days (date, opens, closes) as (values ${sql.join(days)})
    select date, (
      select count(*) from (${query.select(sql.lit(1).as("one")).limit(mostCounted)})
    ) as openings
    from days order by date`.execute(db);
  return rows.filter((row) => row.openings > 0);
}

/** On whose clocks days are judged: the viewer's, else those of all therapists. */
async function clocksOf(db: Db, clock: string | null | undefined): Promise<string[]> {
  if (clock) return [clock];
  const zones = await db.selectFrom("therapists").select("timezone").distinct().execute();
  return zones.map(({ timezone }) => zoneOrUtc(timezone));
}

const dayBounds = (date: string, clocks: string[]) => ({
  from: Math.min(...clocks.map((zone) => startOfDay(date, zone))),
  to: Math.max(...clocks.map((zone) => startOfDay(addDays(date, 1), zone))),
});

function datesBetween(window: { from: number; to: number }, clocks: string[]): string[] {
  const ends = clocks.flatMap((zone) => [localDate(window.from, zone), localDate(window.to, zone)]).sort();
  const last = ends.at(-1) ?? "";
  const dates: string[] = [];
  for (let date = ends[0] ?? ""; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** The regions that have openings at all. */
export async function listOpeningRegions(db: Db, settings: Settings, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom("therapists")
    .select("region")
    .distinct()
    .where((of) =>
      of.exists(
        of
          .selectFrom("slots")
          .select(sql.lit(1).as("one"))
          .whereRef("slots.therapist_id", "=", "therapists.id")
          .where("slots.start_at", ">=", bookingWindow(settings, now).from),
      ),
    )
    .orderBy("region")
    .execute();
  return rows.map((row) => row.region);
}

interface Exactly {
  now: number;
  therapistId: number;
  start: number;
  exceptVisit?: number | undefined;
}

/** Exactly this time of this therapist, if a patient can book it. */
export async function findOpening(db: Db, settings: Settings, wanted: Exactly): Promise<Opening | undefined> {
  const [found] = await listOpenings(db, settings, {
    ...wanted,
    from: wanted.start,
    to: wanted.start + 1,
    limit: 1,
  });
  return found;
}

/** Is exactly this time of this therapist open to a patient? */
export async function isOpen(db: Db, settings: Settings, wanted: Exactly): Promise<boolean> {
  return (await findOpening(db, settings, wanted)) !== undefined;
}

export type PartOfDay = "morning" | "afternoon" | "evening";

/** Morning before 12, afternoon before 17, evening from then on (part 1, section 9). */
export function partOfDay(at: number, zone: string): PartOfDay {
  const at24 = localHour(at, zone);
  if (at24 < 12) return "morning";
  return at24 < 17 ? "afternoon" : "evening";
}

/**
 * The three free times nearest to one that is not to be had: the same therapist's, then others of the
 * region in the same part of the day, then any of the region's, then anyone's.
 */
export async function findAlternatives(
  db: Db,
  settings: Settings,
  now: number,
  missed: { therapistId: number; region: string; zone: string; start: number },
): Promise<Opening[]> {
  const around = { now, from: missed.start - 14 * day, to: missed.start + 14 * day };
  const nearest = (found: Opening[]) =>
    found
      .filter((opening) => opening.therapistId !== missed.therapistId || opening.start !== missed.start)
      .sort((a, b) => Math.abs(a.start - missed.start) - Math.abs(b.start - missed.start));
  const chosen = nearest(
    await listOpenings(db, settings, { ...around, therapistId: missed.therapistId }),
  ).slice(0, 3);
  if (chosen.length === 3) return chosen;
  const others = nearest(
    (await listOpenings(db, settings, { ...around, limit: 2000 })).filter(
      (opening) => opening.therapistId !== missed.therapistId,
    ),
  );
  const part = partOfDay(missed.start, missed.zone);
  const rank = (opening: Opening) =>
    opening.region !== missed.region ? 2 : partOfDay(opening.start, opening.zone) === part ? 0 : 1;
  others.sort((a, b) => rank(a) - rank(b));
  return [...chosen, ...others].slice(0, 3);
}

/** The JSON shape of an opening: `start`, `therapist` and `region` as part 1 names them, and its end. */
export function openingView(opening: Opening) {
  return {
    start: iso(opening.start),
    end: iso(opening.start + visitLength),
    therapist: opening.therapist,
    region: opening.region,
  };
}
