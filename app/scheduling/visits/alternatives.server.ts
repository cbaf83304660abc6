import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import { listOpenings, type Opening, type Settings } from "../availability/openings.server";
import { partOfDay } from "../availability/part-of-day";

const offered = 3;

// Where a clinic has many times, the nearest are near; where a day has none of them, two weeks have few.
const widths = [day, 14 * day];

/**
 * The three free times nearest to one that is not to be had: the same therapist's, then others of the
 * region in the same part of the day, then any of the region's, then anyone's.
 */
export async function findAlternatives(
  db: Db,
  settings: Settings,
  now: number,
  { therapistId, region, zone, start }: { therapistId: number; region: string; zone: string; start: number },
): Promise<Opening[]> {
  const wishes = [{ therapistId }, { region, part: partOfDay(start, zone) }, { region }, {}];
  const found = new Map<string, Opening>();
  for (const wish of wishes) {
    for (const width of widths) {
      if (found.size >= offered) break;
      const around = { now, from: start - width, to: start + width };
      const openings = await listOpenings(db, settings, { ...wish, ...around });
      openings.sort((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start));
      for (const opening of openings) {
        const missed = opening.therapistId === therapistId && opening.start === start;
        if (!missed) found.set(`${opening.therapistId} ${opening.start}`, opening);
      }
    }
  }
  return [...found.values()].slice(0, offered);
}
