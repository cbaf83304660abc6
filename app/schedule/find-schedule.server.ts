import { listOpeningDays, listOpeningRegions } from "~/availability/opening-days.server";
import { bookingWindow, findOpening, listOpenings, type Opening } from "~/availability/openings.server";
import type { App } from "~/boot/app.server";
import { addMonths } from "~/core/month";
import { localDate, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { findRegionOf } from "~/therapists/therapists.server";
import { findAlternatives } from "~/visits/alternatives.server";
import type { ScheduleFilters } from "./schedule-schema";

/** More than these are never on one page, however many there are. */
const mostOnPage = 60;
// Where few are open each day, the first week of them is enough to begin with.
const mostDays = 7;

/** What the schedule shows: days, filters, and the first openings that pass them. */
export interface Schedule {
  filters: ScheduleFilters;
  /** The month on the calendar, `YYYY-MM`, and those one can leaf to. */
  month: string;
  previousMonth: string | null;
  nextMonth: string | null;
  /** Whose clock it is all judged on; each therapist's own where null. */
  clock: string | null;
  days: { date: string; openings: number }[];
  regions: string[];
  /** The patient's own, whose therapists come first. */
  preferRegion: string | null;
  openings: Opening[];
  /** Where the next page of openings begins. */
  next: { from: string; skip: number } | null;
}

interface Asking {
  /** Null in a session by query, where nothing may show whether there is such an order. */
  orderId: number | null;
  /** The viewer's zone, if known. */
  clock: string | null;
  /** The visit that is to be moved counts as gone. */
  exceptVisit?: number | undefined;
}

/** The openings a patient may choose among, as their page shows them. */
export async function findSchedule(
  // A list that lags shows a time that is gone at worst, and booking it says so.
  { replicaReads: db, config, clock: { now } }: Pick<App, "replicaReads" | "config" | "clock">,
  { orderId, clock, exceptVisit }: Asking,
  filters: ScheduleFilters,
): Promise<Schedule> {
  const wanted = { now: now(), clock, region: filters.region, part: filters.part, exceptVisit };
  const [days, regions, preferRegion] = await Promise.all([
    listOpeningDays(db, config, wanted),
    listOpeningRegions(db, config, wanted.now),
    orderId === null ? null : findRegionOf(db, orderId),
  ]);
  const window = bookingWindow(config, wanted.now);
  const first = days[0]?.date ?? localDate(window.from, clock ?? (await anyZone(db)));
  const last = days.at(-1)?.date ?? first;
  const month = filters.month ?? (filters.date ?? filters.from ?? first).slice(0, 7);
  const openings: Opening[] = [];
  let next: Schedule["next"] = null;
  let skip = filters.skip;
  const from = filters.from ?? "";
  const listed = days.filter(({ date }) => (filters.date ? date === filters.date : date >= from));
  for (const [index, { date }] of listed.entries()) {
    const room = mostOnPage - openings.length;
    if (room === 0 || index === mostDays) {
      next = { from: date, skip: 0 };
      break;
    }
    const found = await listOpenings(db, config, {
      ...wanted,
      preferRegion,
      date,
      limit: room + 1,
      offset: skip,
    });
    openings.push(...found.slice(0, room));
    if (found.length > room) {
      next = { from: date, skip: skip + room };
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

/** A time that was picked on the page. */
export interface Choice {
  opening: Opening;
  /** Nobody took it meanwhile. */
  open: boolean;
  /** Where it is not: what is open near it. */
  alternatives: Opening[];
}

/** The time a patient picked, whether it can be had, and what can in its place; null for no such therapist. */
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
  const missed = { ...place, zone: zoneOrUtc(timezone), start };
  const alternatives = await findAlternatives(db, config, now, {
    ...missed,
    exceptVisit: picked.exceptVisit,
  });
  return { opening: missed, open: false, alternatives };
}

async function anyZone(db: Db): Promise<string> {
  const therapist = await db.selectFrom("therapists").select("timezone").limit(1).executeTakeFirst();
  return zoneOrUtc(therapist?.timezone ?? "EST");
}
