import { type RawBuilder, sql } from "kysely";
import { day, hour } from "~/core/time";
import { offsetsBetween } from "~/core/zones/offsets";
import type { Db } from "~/db/open.server";
import { findEnds } from "../filter-choices.server";

/** In the index visits_by_hour, a day begins at 10:00 UTC. */
export const dayBegins = 10 * hour;

/** The key of the index visits_by_hour: milliseconds since the day began. */
export const timeOfDay = "(visits.start_at - 36000000) % 86400000";

/**
 * Splits all visits into ranges where the index's key sorts by a zone's time of day: standard and daylight time,
 * before and after midnight. Within a range, the time of day is the key plus `shift`.
 */
export async function clockRangesOf(db: Db, zone: string) {
  const { first, last } = await findEnds(db);
  const key = sql.raw(`(${timeOfDay})`);
  const times = new Map<number, RawBuilder<unknown>[]>();
  let from = 0;
  for (const { until, offset } of offsetsBetween(zone, first, last)) {
    // The plus signs keep SQLite from using another index.
    const time = sql`(+visits.start_at >= ${from} and +visits.start_at < ${until})`;
    times.set(offset, [...(times.get(offset) ?? []), time]);
    from = until;
  }
  return [...times].flatMap(([offset, within]) => {
    const shift = (dayBegins + offset + day) % day;
    const during = sql`(${sql.join(within, sql` or `)})`;
    return [
      { shift, condition: sql`${key} < ${day - shift} and ${during}` },
      { shift: shift - day, condition: sql`${key} >= ${day - shift} and ${during}` },
    ];
  });
}
