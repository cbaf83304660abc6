import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import { listOpenings, type Opening, type Settings } from "../availability/openings.server";
import { partOfDay } from "../availability/part-of-day";

/**
 * The three free times nearest to one that is not to be had: the same therapist's, then others of the
 * region in the same part of the day, then any of the region's, then anyone's.
 */
export async function findAlternatives(
  db: Db,
  settings: Settings,
  now: number,
  missed: { therapistId: number; region: string; zone: string; start: number },
): Promise<Opening[]> {
  const around = { now, from: missed.start - 14 * day, to: missed.start + 14 * day };
  const nearest = (found: Opening[]) =>
    found
      .filter((opening) => opening.therapistId !== missed.therapistId || opening.start !== missed.start)
      .sort((a, b) => Math.abs(a.start - missed.start) - Math.abs(b.start - missed.start));
  const chosen = nearest(
    await listOpenings(db, settings, { ...around, therapistId: missed.therapistId }),
  ).slice(0, 3);
  if (chosen.length === 3) return chosen;
  const others = nearest(
    (await listOpenings(db, settings, { ...around, limit: 2000 })).filter(
      (opening) => opening.therapistId !== missed.therapistId,
    ),
  );
  const part = partOfDay(missed.start, missed.zone);
  const rank = (opening: Opening) =>
    opening.region !== missed.region ? 2 : partOfDay(opening.start, opening.zone) === part ? 0 : 1;
  others.sort((a, b) => rank(a) - rank(b));
  return [...chosen, ...others].slice(0, 3);
}
