import { type RawBuilder, sql } from "kysely";
import type { Config } from "~/config.server";
import { day, hour, iso, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared.server";
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

interface Narrowed extends Pick<Wanted, "region" | "therapistId" | "exceptVisit"> {
  /** Milliseconds UTC, inclusive and exclusive. */
  from: number | RawBuilder<number>;
  to: number | RawBuilder<number>;
}

/** What is free: on offer, no active visit in the way, and the day not yet at capacity. */
export function selectOpenings(db: Db, { from, to, exceptVisit, region, therapistId }: Narrowed) {
  const active = sql.join(activeStatuses.map((status) => sql.lit(status)));
  const except = exceptVisit ?? sql.lit(0);
  let query = db
    .selectFrom("slots")
    .innerJoin("therapists", "therapists.id", "slots.therapist_id")
    .where("slots.start_at", ">=", from)
    .where("slots.start_at", "<", to)
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
  if (region) query = query.where("therapists.region", "=", region);
  if (therapistId) query = query.where("slots.therapist_id", "=", therapistId);
  return query;
}

interface Listed extends Narrowed, Pick<Wanted, "date" | "preferRegion" | "limit" | "offset"> {}

function selectInOrder(db: Db, { date, preferRegion, limit, offset, ...narrowed }: Listed) {
  let query = selectOpenings(db, narrowed).select([
    "slots.therapist_id as therapistId",
    "therapists.name as therapist",
    "therapists.region as region",
    "therapists.timezone as zone",
    "slots.start_at as start",
  ]);
  if (date) query = query.where("slots.local_date", "=", date);
  if (preferRegion) query = query.orderBy(sql`therapists.region = ${preferRegion}`, "desc");
  query = query.orderBy("slots.start_at").orderBy("therapists.name");
  if (limit) query = query.limit(limit);
  return offset ? query.offset(offset) : query;
}

const inOrder = prepared(selectInOrder);

/** Times that can be booked, the preferred region first, then by time. */
export async function listOpenings(db: Db, settings: Settings, wanted: Wanted): Promise<Opening[]> {
  const window = bookingWindow(settings, wanted.now);
  const day = wanted.date ? dayBounds(wanted.date, await clocksOf(db, wanted.clock)) : window;
  const listed: Listed = {
    from: Math.max(window.from, day.from, wanted.from ?? 0),
    to: Math.min(window.to, day.to, wanted.to ?? Number.MAX_SAFE_INTEGER),
    region: wanted.region,
    therapistId: wanted.therapistId,
    exceptVisit: wanted.exceptVisit,
    date: wanted.clock ? undefined : wanted.date,
    preferRegion: wanted.preferRegion ?? undefined,
    limit: wanted.limit,
    // A page that begins at the first has none.
    offset: wanted.offset || undefined,
  };
  const part = await isInPart(db, window, wanted);
  const rows = part ? await selectInOrder(db, listed).where(part).execute() : await inOrder(db, listed);
  return rows.map((row) => ({ ...row, zone: zoneOrUtc(row.zone) }));
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
