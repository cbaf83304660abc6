import type { Config } from "~/config.server";
import { day, hour, iso, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { openingsInOrder } from "./openings-in-order.server";
import type { PartOfDay } from "./part-of-day";
import { clocksOf, dayBounds, isInPart } from "./slot-clock.server";
import { visitLength } from "./visit-length";

export interface Opening {
  therapistId: number;
  therapist: string;
  region: string;
  zone: string;
  start: number;
}

export type Settings = Pick<Config, "bookingLeadHours" | "bookingHorizonDays">;

/** Part 3, section 5: from two hours to sixty days ahead by default. */
export function bookingWindow(settings: Settings, now: number): { from: number; to: number } {
  return { from: now + settings.bookingLeadHours * hour, to: now + settings.bookingHorizonDays * day };
}

export interface OpeningQuery {
  now: number;
  /** Milliseconds UTC, inclusive and exclusive; limited to the booking window. */
  from?: number | undefined;
  to?: number | undefined;
  /** IANA zone for days and parts of the day; each therapist's own by default. */
  clock?: string | null | undefined;
  date?: string | undefined;
  part?: PartOfDay | undefined;
  region?: string | undefined;
  therapistId?: number | undefined;
  preferRegion?: string | null | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  exceptVisit?: number | undefined;
}

export async function* openingsInBatches(
  db: Db,
  settings: Settings,
  wanted: Omit<OpeningQuery, "offset">,
): AsyncGenerator<Opening[]> {
  const window = bookingWindow(settings, wanted.now);
  const day = wanted.date ? dayBounds(wanted.date, await clocksOf(db, wanted.clock)) : window;
  const lots = openingsInOrder(
    db,
    {
      from: Math.max(window.from, day.from, wanted.from ?? 0),
      to: Math.min(window.to, day.to, wanted.to ?? Number.MAX_SAFE_INTEGER),
      region: wanted.region,
      therapistId: wanted.therapistId,
      exceptVisit: wanted.exceptVisit,
      date: wanted.clock ? undefined : wanted.date,
      preferRegion: wanted.preferRegion ?? undefined,
      limit: wanted.limit,
    },
    await isInPart(db, window, wanted),
  );
  for await (const lot of lots) yield lot.map((row) => ({ ...row, zone: zoneOrUtc(row.zone) }));
}

export async function listOpenings(
  db: Db,
  settings: Settings,
  { offset = 0, ...wanted }: OpeningQuery,
): Promise<Opening[]> {
  const found: Opening[] = [];
  const limit = wanted.limit && wanted.limit + offset;
  for await (const lot of openingsInBatches(db, settings, { ...wanted, limit })) found.push(...lot);
  return found.slice(offset);
}

interface Exactly {
  now: number;
  therapistId: number;
  start: number;
  exceptVisit?: number | undefined;
}

export async function findOpening(db: Db, settings: Settings, wanted: Exactly): Promise<Opening | undefined> {
  const [found] = await listOpenings(db, settings, {
    ...wanted,
    from: wanted.start,
    to: wanted.start + 1,
    limit: 1,
  });
  return found;
}

export async function isOpen(db: Db, settings: Settings, wanted: Exactly): Promise<boolean> {
  return (await findOpening(db, settings, wanted)) !== undefined;
}

export function openingView(opening: Opening) {
  return {
    start: iso(opening.start),
    end: iso(opening.start + visitLength),
    therapist: opening.therapist,
    region: opening.region,
  };
}
