import { type SelectQueryBuilder, sql } from "kysely";
import type { Config } from "~/config.server";
import { day, hour, iso, localHour, zoneOrUtc } from "~/core/time";
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
  /** A calendar day in each therapist's own zone, `YYYY-MM-DD`. */
  localDate?: string | undefined;
  region?: string | undefined;
  therapistId?: number | undefined;
  /** Therapists of this region come first. */
  preferRegion?: string | null | undefined;
  limit?: number | undefined;
  /** A visit that counts as gone: the one being moved. */
  exceptVisit?: number | undefined;
}

// Free: on offer, in the window, no active visit in the way, and the day not yet at capacity.
function openings(db: Db, settings: Settings, wanted: Wanted) {
  const window = bookingWindow(settings, wanted.now);
  const active = sql.join(activeStatuses.map((status) => sql.lit(status)));
  const except = sql.lit(wanted.exceptVisit ?? 0);
  let query = db
    .selectFrom("slots")
    .innerJoin("therapists", "therapists.id", "slots.therapist_id")
    .where("slots.start_at", ">=", Math.max(window.from, wanted.from ?? 0))
    .where("slots.start_at", "<", Math.min(window.to, wanted.to ?? Number.MAX_SAFE_INTEGER))
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
  if (wanted.localDate) query = query.where("slots.local_date", "=", wanted.localDate);
  if (wanted.region) query = query.where("therapists.region", "=", wanted.region);
  if (wanted.therapistId) query = query.where("slots.therapist_id", "=", wanted.therapistId);
  return query;
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
export function listOpenings(db: Db, settings: Settings, wanted: Wanted): Promise<Opening[]> {
  let query = openings(db, settings, wanted);
  if (wanted.preferRegion) {
    query = query.orderBy(sql`therapists.region = ${wanted.preferRegion}`, "desc");
  }
  query = query.orderBy("slots.start_at").orderBy("therapists.name");
  return fetchOpenings(wanted.limit ? query.limit(wanted.limit) : query);
}

/** The calendar days (in each therapist's own zone) with openings, and how many each has. */
export function listOpeningDays(
  db: Db,
  settings: Settings,
  wanted: Omit<Wanted, "preferRegion" | "limit">,
): Promise<{ date: string; openings: number }[]> {
  return openings(db, settings, wanted)
    .select((of) => ["slots.local_date as date", of.fn.countAll<number>().as("openings")])
    .groupBy("slots.local_date")
    .orderBy("slots.local_date")
    .execute();
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

/** Is exactly this time of this therapist open to a patient? */
export async function isOpen(
  db: Db,
  settings: Settings,
  wanted: { now: number; therapistId: number; start: number; exceptVisit?: number | undefined },
): Promise<boolean> {
  const found = await listOpenings(db, settings, {
    ...wanted,
    from: wanted.start,
    to: wanted.start + 1,
    limit: 1,
  });
  return found.length === 1;
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
