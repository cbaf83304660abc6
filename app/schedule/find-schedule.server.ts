import { listOpeningDays, listOpeningRegions } from "~/availability/opening-days.server";
import { bookingWindow, findOpening, listOpenings, type Opening } from "~/availability/openings.server";
import type { App } from "~/boot/app.server";
import { addMonths } from "~/core/month";
import { localDate, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { findRegionOf } from "~/therapists/therapists.server";
import { findAlternatives } from "~/visits/alternatives.server";
import type { ScheduleFilters } from "./schedule-schema";

const mostOnPage = 60;
const mostDays = 7;

export interface Schedule {
  filters: ScheduleFilters;
  /** `YYYY-MM` */
  month: string;
  previousMonth: string | null;
  nextMonth: string | null;
  /** The viewer's time zone; each therapist's if null. */
  clock: string | null;
  days: { date: string; openings: number }[];
  regions: string[];
  /** The patient's region; its therapists come first. */
  preferRegion: string | null;
  openings: Opening[];
  next: { from: string; skip: number } | null;
}

interface Viewer {
  /** Null in query sessions, which must not reveal whether the order exists. */
  orderId: number | null;
  clock: string | null;
  /** The visit being moved, whose time counts as free. */
  exceptVisit?: number | undefined;
}

export async function findSchedule(
  // A lagging replica can list a taken time; booking it is refused with alternatives.
  { replicaReads: db, config, clock: { now } }: Pick<App, "replicaReads" | "config" | "clock">,
  { orderId, clock, exceptVisit }: Viewer,
  filters: ScheduleFilters,
): Promise<Schedule> {
  const query = { now: now(), clock, region: filters.region, part: filters.part, exceptVisit };
  const [days, regions, preferRegion] = await Promise.all([
    listOpeningDays(db, config, query),
    listOpeningRegions(db, config, query.now),
    orderId === null ? null : findRegionOf(db, orderId),
  ]);
  const window = bookingWindow(config, query.now);
  const first = days[0]?.date ?? localDate(window.from, clock ?? (await anyZone(db)));
  const last = days.at(-1)?.date ?? first;
  const month = filters.month ?? (filters.date ?? filters.from ?? first).slice(0, 7);
  const openings: Opening[] = [];
  let next: Schedule["next"] = null;
  let skip = filters.skip;
  const from = filters.from ?? "";
  const listed = days.filter(({ date }) => (filters.date ? date === filters.date : date >= from));
  for (const [index, { date }] of listed.entries()) {
    const remaining = mostOnPage - openings.length;
    if (remaining === 0 || index === mostDays) {
      next = { from: date, skip: 0 };
      break;
    }
    const found = await listOpenings(db, config, {
      ...query,
      preferRegion,
      date,
      limit: remaining + 1,
      offset: skip,
    });
    openings.push(...found.slice(0, remaining));
    if (found.length > remaining) {
      next = { from: date, skip: skip + remaining };
      break;
    }
    skip = 0;
  }
  return {
    filters,
    month,
    previousMonth: month > first.slice(0, 7) ? addMonths(month, -1) : null,
    nextMonth: month < last.slice(0, 7) ? addMonths(month, 1) : null,
    clock,
    days,
    regions,
    preferRegion: preferRegion !== null && regions.includes(preferRegion) ? preferRegion : null,
    openings,
    next,
  };
}

export interface Choice {
  opening: Opening;
  open: boolean;
  alternatives: Opening[];
}

export async function findChoice(
  { reads: db, config, clock }: Pick<App, "reads" | "config" | "clock">,
  picked: { at: number; therapistId: number; exceptVisit?: number | undefined },
): Promise<Choice | null> {
  const now = clock.now();
  const start = picked.at;
  const opening = await findOpening(db, config, { ...picked, start, now });
  if (opening) return { opening, open: true, alternatives: [] };
  const therapist = await db
    .selectFrom("therapists")
    .select(["id as therapistId", "name as therapist", "region", "timezone"])
    .where("id", "=", picked.therapistId)
    .executeTakeFirst();
  if (!therapist) return null;
  const { timezone, ...place } = therapist;
  const unavailable = { ...place, zone: zoneOrUtc(timezone), start };
  const alternatives = await findAlternatives(db, config, now, {
    ...unavailable,
    exceptVisit: picked.exceptVisit,
  });
  return { opening: unavailable, open: false, alternatives };
}

async function anyZone(db: Db): Promise<string> {
  const therapist = await db.selectFrom("therapists").select("timezone").limit(1).executeTakeFirst();
  return zoneOrUtc(therapist?.timezone ?? "EST");
}
