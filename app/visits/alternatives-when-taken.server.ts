import type { Settings } from "~/availability/booking-window";
import { type KindOfOpening, listOpenings, type Opening } from "~/availability/list-openings.server";
import { partOfDay } from "~/availability/part-of-day";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";

const offered = 3;

// Busy clinics have open times within a day. Small clinics may need two weeks but have few slots to search.
const ranges = [day, 14 * day];

interface UnavailableSlot {
  therapistId: number;
  region: string;
  zone: string;
  start: number;
  exceptVisit?: number | undefined;
  kind?: KindOfOpening | undefined;
}

const keyOf = (therapistId: number, start: number) => `${therapistId} ${start}`;

/**
 * Finds the three openings nearest to an unavailable time. The same therapist's openings come first, then those in
 * the region at the same time of day, then the rest of the region, then all others.
 * @param slot.exceptVisit the visit being moved
 */
export async function findAlternatives(
  db: Db,
  settings: Settings,
  now: number,
  { therapistId, region, zone, start, exceptVisit, kind }: UnavailableSlot,
): Promise<Opening[]> {
  const preferences = [{ therapistId }, { region, part: partOfDay(start, zone) }, { region }, {}];
  const own = await db
    .selectFrom("visits")
    .select(["therapist_id", "start_at"])
    .where("id", "=", exceptVisit ?? 0)
    .executeTakeFirst();
  const notOffered = [keyOf(therapistId, start), own && keyOf(own.therapist_id, own.start_at)];
  const found = new Map<string, Opening>();
  for (const preference of preferences) {
    for (const range of ranges) {
      if (found.size >= offered) break;
      const around = { now, from: start - range, to: start + range };
      const openings = await listOpenings(db, settings, { ...preference, ...around, exceptVisit, kind });
      openings.sort((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start));
      for (const opening of openings) {
        const key = keyOf(opening.therapistId, opening.start);
        if (!notOffered.includes(key)) found.set(key, opening);
      }
    }
  }
  return [...found.values()].slice(0, offered);
}
