import { sql } from "kysely";
import { memoizeByKey } from "~/core/memoize-by-key";
import { addDays, hour, instantOf, startOfDay, zoneOrUtc } from "~/core/time";
import { offsetsBetween } from "~/core/zones/offsets";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import type { PartOfDay } from "./part-of-day";

function localTimeIn(zone: string, window: { from: number; to: number }) {
  const pieces = offsetsBetween(zone, window.from, window.to);
  const cases = pieces.map(
    ({ until, offset }) =>
      sql`when slots.start_at < ${sql.lit(until)} then slots.start_at + ${sql.lit(offset)}`,
  );
  return sql<number>`case ${sql.join(cases, sql` `)} end`;
}

const hours: Record<PartOfDay, [number, number]> = {
  morning: [0, 12],
  afternoon: [12, 17],
  evening: [17, 24],
};

// Jumps from zone to zone along the index, because there are thousands of therapists but few zones.
const zoneCodes = prepared((db) => ({
  compile: () =>
    sql<{ timezone: string }>`
      with recursive zones (timezone) as (
        select min(timezone) from therapists
        union all
        select (select min(timezone) from therapists where timezone > zones.timezone)
        from zones where timezone is not null)
      select timezone from zones where timezone is not null`.compile(db),
}));

/** True for slots in a part of the day, by the given zone or by each therapist's. Null if no part is given. */
export async function wherePartOfDay(
  db: Db,
  window: { from: number; to: number },
  { zone, part }: { zone?: string | null | undefined; part?: PartOfDay | undefined },
) {
  if (!part) return null;
  const zones = zone ? [] : await zoneCodes(db, {});
  if (!zone && zones.length === 0) return sql<boolean>`false`;
  const cases = zones.map(
    ({ timezone }) =>
      sql`when therapists.timezone = ${timezone} then ${localTimeIn(zoneOrUtc(timezone), window)}`,
  );
  const local = zone ? localTimeIn(zone, window) : sql`case ${sql.join(cases, sql` `)} end`;
  const [first, end] = hours[part];
  return sql<boolean>`(${local}) % 86400000 between ${sql.lit(first * hour)} and ${sql.lit(end * hour - 1)}`;
}

export async function zonesOf(db: Db, zone: string | null | undefined): Promise<string[]> {
  if (zone) return [zone];
  const zones = await zoneCodes(db, {});
  return zones.map(({ timezone }) => zoneOrUtc(timezone));
}

/** The earliest start of the day (or of the part) in these zones, and the latest end. */
export const dayBounds = (date: string, zones: string[], part?: PartOfDay) => {
  const [first, end] = part ? hours[part] : [0, 24];
  return {
    from: Math.min(...zones.map((zone) => instantAt(date, first, zone))),
    to: Math.max(...zones.map((zone) => instantAt(date, end, zone))),
  };
};

const partEnds = memoizeByKey<number>();

function instantAt(date: string, at24: number, zone: string): number {
  if (at24 === 0) return startOfDay(date, zone);
  if (at24 === 24) return startOfDay(addDays(date, 1), zone);
  return partEnds(
    `${date} ${at24} ${zone}`,
    () => instantOf(date, `${at24}:00`, zone) ?? startOfDay(date, zone) + at24 * hour,
  );
}
