import type { Language } from "~/core/language/languages";
import { iso, zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import type { Db } from "~/db/open.server";
import { bookingWindow, type Settings } from "./booking-window";
import type { PartOfDay } from "./part-of-day";
import { dayBounds, wherePartOfDay, zonesOf } from "./part-of-day-condition.server";
import { listOpeningsInOrder } from "./read-openings-in-order.server";

export interface Opening {
  therapistId: number;
  therapist: string;
  region: string;
  zone: string;
  start: number;
  end: number;
  /** The patient's language, if it isn't English and the therapist speaks it. */
  speaks?: Language;
}

export interface OpeningQuery {
  now: number;
  /** Milliseconds UTC: `from` inclusive, `to` exclusive. Limited to the booking window. */
  from?: number | undefined;
  to?: number | undefined;
  /** IANA time zone for days and parts of the day. The default is each therapist's zone. */
  zone?: string | null | undefined;
  date?: string | undefined;
  part?: PartOfDay | undefined;
  region?: string | undefined;
  therapistId?: number | undefined;
  preferRegion?: string | null | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  exceptVisit?: number | undefined;
  kind?: KindOfOpening | undefined;
}

/** A kind of visit that differs from the usual setup by video. */
export interface KindOfOpening {
  id: number;
  /** In ms. */
  length: number;
  /** The patient's postal code, for visits at home. */
  zip: string | null;
}

export async function* openingsInBatches(
  db: Db,
  settings: Settings,
  query: Omit<OpeningQuery, "offset">,
): AsyncGenerator<Opening[]> {
  const window = bookingWindow(settings, query.now);
  const day = query.date ? dayBounds(query.date, await zonesOf(db, query.zone)) : window;
  const batches = listOpeningsInOrder(
    db,
    {
      from: Math.max(window.from, day.from, query.from ?? 0),
      to: Math.min(window.to, day.to, query.to ?? Number.MAX_SAFE_INTEGER),
      region: query.region,
      therapistId: query.therapistId,
      exceptVisit: query.exceptVisit,
      ...kindColumns(query.kind),
      date: query.zone ? undefined : query.date,
      preferRegion: query.preferRegion ?? undefined,
      readSince: window.readSince,
      limit: query.limit,
    },
    await wherePartOfDay(db, window, query),
  );
  const length = query.kind?.length ?? visitLength;
  for await (const batch of batches) {
    yield batch.map((row) => ({ ...row, zone: zoneOrUtc(row.zone), end: row.start + length }));
  }
}

export async function listOpenings(
  db: Db,
  settings: Settings,
  { offset = 0, ...query }: OpeningQuery,
): Promise<Opening[]> {
  const found: Opening[] = [];
  const limit = query.limit && query.limit + offset;
  for await (const batch of openingsInBatches(db, settings, { ...query, limit })) found.push(...batch);
  return found.slice(offset);
}

interface OneTime {
  now: number;
  therapistId: number;
  start: number;
  exceptVisit?: number | undefined;
  kind?: KindOfOpening | undefined;
}

export const kindColumns = (kind: KindOfOpening | undefined) =>
  kind ? { kindId: kind.id, zip: kind.zip } : {};

export async function findOpening(db: Db, settings: Settings, query: OneTime): Promise<Opening | undefined> {
  const [found] = await listOpenings(db, settings, {
    ...query,
    from: query.start,
    to: query.start + 1,
    limit: 1,
  });
  return found;
}

export async function isOpen(db: Db, settings: Settings, query: OneTime): Promise<boolean> {
  return (await findOpening(db, settings, query)) !== undefined;
}

export function openingView(opening: Opening) {
  return {
    start: iso(opening.start),
    end: iso(opening.end),
    therapist: opening.therapist,
    region: opening.region,
  };
}
