import { sql } from "kysely";
import { bookingWindow, type Settings } from "~/availability/booking-window";
import { selectOpenings } from "~/availability/open-slots-query.server";
import { byName } from "~/core/by-name";
import { day, localDate, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { warnAfterDays } from "./rates";

export interface FirstOpening {
  name: string;
  region: string;
  /** Milliseconds UTC. Null if there is no opening in the booking window. */
  first: number | null;
  zone: string;
  /** Calendar days from today, in the therapist's time zone. */
  days: number | null;
  late: boolean;
}

/** The first time that patients can book with each therapist and in each region, longest wait first. */
export async function findFirstOpenings(db: Db, settings: Settings, now: number) {
  const first = selectOpenings(db, bookingWindow(settings, now))
    .where(sql<boolean>`slots.therapist_id = opening.id`)
    .select("slots.start_at")
    .orderBy("slots.start_at")
    .limit(1);
  const { rows } = await sql<{ name: string; region: string; timezone: string; first: number | null }>`
    select name, region, timezone, (${first}) as first from therapists as opening`.execute(db);
  const therapists = rows.map(({ timezone, ...row }): FirstOpening => {
    const zone = zoneOrUtc(timezone);
    const days = row.first === null ? null : daysBetween(now, row.first, zone);
    return { ...row, zone, days, late: days === null || days > warnAfterDays };
  });
  const regions = [...new Set(rows.map((row) => row.region))].flatMap((region) => {
    const [soonest] = therapists
      .filter((opening) => opening.region === region)
      .sort((a, b) => waitOf(a) - waitOf(b));
    return soonest ? [{ ...soonest, name: region }] : [];
  });
  const longestFirst = (one: FirstOpening, other: FirstOpening) =>
    waitOf(other) - waitOf(one) || byName(one.name, other.name);
  return { regions: regions.sort(longestFirst), therapists: therapists.sort(longestFirst) };
}

const waitOf = (opening: FirstOpening) => opening.first ?? Number.MAX_SAFE_INTEGER;

const daysBetween = (now: number, then: number, zone: string) =>
  Math.round((Date.parse(localDate(then, zone)) - Date.parse(localDate(now, zone))) / day);
