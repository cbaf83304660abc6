import { listOpenings, type Opening, type Settings } from "~/availability/openings.server";
import { partOfDay } from "~/availability/part-of-day";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";

const offered = 3;

// Where a clinic has many times, the nearest are near; where a day has none of them, two weeks have few.
const widths = [day, 14 * day];

interface Missed {
  therapistId: number;
  region: string;
  zone: string;
  start: number;
  /** The one being moved, which gives its time up. */
  exceptVisit?: number | undefined;
}

const keyOf = (therapistId: number, start: number) => `${therapistId} ${start}`;

/**
 * The three free times nearest to one that is not to be had: the same therapist's, then others of the
 * region in the same part of the day, then any of the region's, then anyone's.
 */
export async function findAlternatives(
  db: Db,
  settings: Settings,
  now: number,
  { therapistId, region, zone, start, exceptVisit }: Missed,
): Promise<Opening[]> {
  const wishes = [{ therapistId }, { region, part: partOfDay(start, zone) }, { region }, {}];
  const own = await db
    .selectFrom("visits")
    .select(["therapist_id", "start_at"])
    .where("id", "=", exceptVisit ?? 0)
    .executeTakeFirst();
  const notOffered = [keyOf(therapistId, start), own && keyOf(own.therapist_id, own.start_at)];
  const found = new Map<string, Opening>();
  for (const wish of wishes) {
    for (const width of widths) {
      if (found.size >= offered) break;
      const around = { now, from: start - width, to: start + width };
      const openings = await listOpenings(db, settings, { ...wish, ...around, exceptVisit });
      openings.sort((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start));
      for (const opening of openings) {
        const key = keyOf(opening.therapistId, opening.start);
        if (!notOffered.includes(key)) found.set(key, opening);
      }
    }
  }
  return [...found.values()].slice(0, offered);
}
