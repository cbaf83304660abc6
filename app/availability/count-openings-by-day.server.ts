import { type RawBuilder, sql } from "kysely";
import { memoizeByKey } from "~/core/memoize-by-key";
import { addDays, localDate } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { bookingWindow, type Settings } from "./booking-window";
import { kindColumns, type OpeningQuery } from "./list-openings.server";
import { selectOpenings } from "./open-slots-query.server";
import type { PartOfDay } from "./part-of-day";
import { dayBounds, wherePartOfDay, zonesOf } from "./part-of-day-condition.server";

const mostCounted = 100;

// In microseconds of CPU time. The number of days per batch doubles if a batch takes less, and is halved if
// it takes more, as with fully booked days.
const cpuPerBatch = 4000;

interface Counting extends Pick<OpeningQuery, "region" | "exceptVisit"> {
  kindId?: number | undefined;
  zip?: string | null | undefined;
  days: string;
  limit: number;
  readSince: number;
  isTherapistDay?: true | undefined;
}

function countOpenings(
  db: Db,
  { days, limit, isTherapistDay, ...narrowed }: Counting,
  part: RawBuilder<boolean> | null,
) {
  let open = selectOpenings(db, {
    ...narrowed,
    from: sql<number>`days.opens`,
    to: sql<number>`days.closes`,
  });
  if (isTherapistDay) open = open.where(sql<boolean>`slots.local_date = days.date`);
  if (part) open = open.where(part);
  return sql<{ date: string; openings: number }>`
    with days (date, opens, closes) as (select value ->> 0, value ->> 1, value ->> 2 from json_each(${days}))
    select date, (
      select count(*) from (${open.select(sql.lit(1).as("one")).limit(limit)})
    ) as openings
    from days order by date`;
}

const counted = prepared((db, counting: Counting) => ({
  compile: () => countOpenings(db, counting, null).compile(db),
}));

/** Counts the openings of each day, up to 100, so that the cost doesn't grow with the size of the clinic. */
export async function countOpeningsByDay(
  db: Db,
  settings: Settings,
  query: Pick<OpeningQuery, "now" | "zone" | "part" | "region" | "exceptVisit" | "limit" | "kind">,
): Promise<{ date: string; openings: number }[]> {
  const window = bookingWindow(settings, query.now);
  const zones = await zonesOf(db, query.zone);
  if (zones.length === 0) return [];
  const days = daysBetween(window, zones, query.zone ? query.part : undefined).map(({ date, from, to }) => [
    date,
    Math.max(window.from, from),
    Math.min(window.to, to),
  ]);
  const part = query.zone ? null : await wherePartOfDay(db, window, query);
  const found: { date: string; openings: number }[] = [];
  // A scan for a part of the day may find no openings, so batches start small. Finding one opening is a jump in an index.
  let batchSize = part ? 3 : query.limit === 1 ? 64 : 16;
  for (let from = 0; from < days.length; ) {
    if (from > 0) await yieldToEventLoop();
    const isLast = from + batchSize >= days.length;
    // Reading the CPU time takes as long as one of the smaller queries.
    const began = isLast ? null : process.cpuUsage();
    const batch = days.slice(from, from + batchSize);
    const counting: Counting = {
      days: JSON.stringify(batch),
      limit: query.limit ?? mostCounted,
      readSince: window.readSince,
      isTherapistDay: query.zone ? undefined : true,
      region: query.region,
      exceptVisit: query.exceptVisit,
      ...kindColumns(query.kind),
    };
    const rows = part
      ? (await countOpenings(db, counting, part).execute(db)).rows
      : await counted(db, counting);
    found.push(...rows.filter((row) => row.openings > 0));
    from += batch.length;
    if (!began) break;
    const { user, system } = process.cpuUsage(began);
    batchSize = user + system < cpuPerBatch ? batchSize * 2 : Math.ceil(batchSize / 2);
  }
  return found;
}

interface DayBounds {
  date: string;
  from: number;
  to: number;
}

const daysOfWindow = memoizeByKey<DayBounds[]>(200);

function daysBetween(window: { from: number; to: number }, zones: string[], part?: PartOfDay): DayBounds[] {
  const ends = zones.flatMap((zone) => [localDate(window.from, zone), localDate(window.to, zone)]).sort();
  const [first = "", last = ""] = [ends[0], ends.at(-1)];
  return daysOfWindow([first, last, part, ...zones].join(), () => {
    const days: DayBounds[] = [];
    for (let date = first; date <= last; date = addDays(date, 1)) {
      const { from, to } = dayBounds(date, zones, part);
      days.push({ date, from, to });
    }
    return days;
  });
}

// Jumps from region to region along the index and stops at the first slot of each.
const openRegions = prepared((db, { from }: { from: number }) => ({
  compile: () =>
    sql<{ region: string }>`
      with recursive regions (region) as (
        select min(region) from open_slots
        union all
        select (select min(region) from open_slots where region > regions.region)
        from regions where region is not null)
      select region from regions where exists (
        select 1 from open_slots where open_slots.region = regions.region and start_at >= ${from})
      order by region`.compile(db),
}));

export async function listOpeningRegions(db: Db, settings: Settings, now: number): Promise<string[]> {
  const rows = await openRegions(db, { from: bookingWindow(settings, now).from });
  return rows.map((row) => row.region);
}
