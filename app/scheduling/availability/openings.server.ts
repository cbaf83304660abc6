import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Config } from "~/config.server";
import { day, hour, iso, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Tables } from "~/db/tables";
import { activeStatuses, visitLength } from "../visits/visit";
import type { PartOfDay } from "./part-of-day";
import { clocksOf, dayBounds, isInPart } from "./slot-clock.server";

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

export type Settings = Pick<Config, "bookingLeadHours" | "bookingHorizonDays">;

/** Part 3, section 5: from two hours ahead to sixty days ahead, unless configured otherwise. */
export function bookingWindow(settings: Settings, now: number): { from: number; to: number } {
  return { from: now + settings.bookingLeadHours * hour, to: now + settings.bookingHorizonDays * day };
}

export interface Wanted {
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

interface Bounds {
  from: number | RawBuilder<number>;
  to: number | RawBuilder<number>;
}

// Free: on offer, in the window, no active visit in the way, and the day not yet at capacity.
export async function openingsQuery(db: Db, settings: Settings, wanted: Wanted, bounds: Bounds) {
  const active = sql.join(activeStatuses.map((status) => sql.lit(status)));
  const except = sql.lit(wanted.exceptVisit ?? 0);
  let query = db
    .selectFrom("slots")
    .innerJoin("therapists", "therapists.id", "slots.therapist_id")
    .where("slots.start_at", ">=", bounds.from)
    .where("slots.start_at", "<", bounds.to)
    .where(await isInPart(db, bookingWindow(settings, wanted.now), wanted))
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
  let { query } = await openingsQuery(db, settings, wanted, {
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

/** The JSON shape of an opening: `start`, `therapist` and `region` as part 1 names them, and its end. */
export function openingView(opening: Opening) {
  return {
    start: iso(opening.start),
    end: iso(opening.start + visitLength),
    therapist: opening.therapist,
    region: opening.region,
  };
}
