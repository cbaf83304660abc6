import { sql } from "kysely";
import { formatTime, zoneOrUtc } from "~/core/time";
import { offsetsBetween } from "~/core/zones/offsets";
import type { Db } from "~/db/open.server";
import { findEnds } from "../filter-choices.server";
import { dayBegins, timeOfDay } from "./time-of-day.server";

export const isPartOfTime = (typed: string) => /^(\d{0,2}:\d{0,2}(\s?[ap]m?)?|\d{1,2}\s?[ap]m)$/i.test(typed);

const key = sql.raw(timeOfDay);

const among = (values: Iterable<number>) =>
  sql`${key} in (select value from json_each(${JSON.stringify([...values])}))`;

/**
 * Finds visits whose start ("9:00 AM" in the therapist's time zone) contains the text; null if there are none.
 * Between DST changes, a zone has one offset, so this compares a few times of day instead of every visit.
 */
export async function startingAt(db: Db, typed: string) {
  const { rows: times } = await sql<{ at: number }>`
    with recursive times (at) as (
      select min(${key}) from visits
      union all
      select (select min(${key}) from visits where ${key} > at) from times where at is not null
    )
    select at from times where at is not null limit 1440`.execute(db);
  const zones = await db.selectFrom("therapists").select("timezone").distinct().execute();
  const { first, last } = await findEnds(db);
  const part = typed.toLowerCase();
  const matching = new Set<number>();
  const conditions = zones.flatMap(({ timezone }) => {
    let from = 0;
    return offsetsBetween(zoneOrUtc(timezone), first, last).flatMap((piece) => {
      const began = from;
      from = piece.until;
      const found = times
        .map(({ at }) => at)
        .filter((at) =>
          formatTime(at + dayBegins + piece.offset, "UTC")
            .toLowerCase()
            .includes(part),
        );
      for (const at of found) matching.add(at);
      if (found.length === 0) return [];
      return sql`(therapists.timezone = ${timezone} and visits.start_at >= ${began}
        and visits.start_at < ${piece.until} and ${among(found)})`;
    });
  });
  if (conditions.length === 0) return null;
  return { condition: sql`(${sql.join(conditions, sql` or `)})`, ofVisits: among(matching) };
}
