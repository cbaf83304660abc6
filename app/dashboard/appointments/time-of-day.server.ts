import { type RawBuilder, sql } from "kysely";
import { day, hour, offsetsBetween } from "~/core/time";
import type { Db } from "~/db/open.server";
import { findEnds } from "../filter-choices.server";

// As the index visits_by_hour has it: its days begin at 10:00 UTC.
const dayBegins = 10 * hour;
const key = sql`((visits.start_at - 36000000) % 86400000)`;

/** Visits whose time of day on a clock is the index's key and so much more. */
export interface ClockRange {
  shift: number;
  condition: RawBuilder<unknown>;
}

/**
 * All visits in a few stretches, in each of which they run by the time of day on a zone's clock as they do by
 * the key of the index. The clock has one offset in winter and another in summer, and with each the key passes
 * midnight once.
 */
export async function clockRangesOf(db: Db, zone: string): Promise<ClockRange[]> {
  const { first, last } = await findEnds(db);
  const times = new Map<number, RawBuilder<unknown>[]>();
  let from = 0;
  for (const { until, offset } of offsetsBetween(zone, first, last)) {
    // The plus keeps to the index that has the order.
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
