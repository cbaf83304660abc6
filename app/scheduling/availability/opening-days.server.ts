import { sql } from "kysely";
import { addDays, localDate } from "~/core/time";
import type { Db } from "~/db/open.server";
import { bookingWindow, openingsQuery, type Settings, type Wanted } from "./openings.server";
import { clocksOf, dayBounds } from "./slot-clock.server";

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
  let { query } = await openingsQuery(db, settings, wanted, {
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
