import { settingsFrom } from "~/availability/booking-window";
import { listOpenTimes } from "~/availability/list-open-times.server";
import { listOpenings, type Opening } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { addDays, isOddHour, startOfDay } from "~/core/time";
import { type Equipment, firstLaterDay } from "~/equipment/equipment";
import { openingKindOf } from "../opening-kind.server";
import type { Visit } from "../visit";

const offered = 3;
// Some are left out.
const listed = 12;
const daysSearched = 14;

/**
 * The three nearest times after the day of a visit and after its equipment should arrive. The visit's own therapist
 * comes first among those who are free at a time. Hours that the patient would have to agree to are left out.
 */
export async function listLaterTimes(
  { reads: db, config, clock }: Pick<App, "reads" | "config" | "clock">,
  visit: Visit,
  equipment: Equipment,
): Promise<Opening[]> {
  const now = clock.now();
  const { zone } = equipment;
  const first = firstLaterDay(equipment, visit.start_at, now);
  const settings = settingsFrom(config, startOfDay(first, zone));
  const shared = { now, exceptVisit: visit.id, kind: openingKindOf(visit), limit: listed };
  const own = await listOpenings(db, settings, {
    ...shared,
    therapistId: visit.therapist_id,
    to: startOfDay(addDays(first, daysSearched), zone),
  });
  const byStart = new Map(own.map((opening) => [opening.start, opening]));
  const isUsual = ({ start }: Pick<Opening, "start">) => !isOddHour(start, visit.patient_zone);
  let found = 0;
  for (let date = first; found < offered && date < addDays(first, daysSearched); date = addDays(date, 1)) {
    for (const { start, openings } of await listOpenTimes(db, settings, {
      ...shared,
      zone,
      date,
      offset: 0,
      therapists: 1,
    })) {
      if (isUsual({ start })) found++;
      const [opening] = openings;
      if (opening && !byStart.has(start)) byStart.set(start, opening);
    }
  }
  return [...byStart.values()]
    .filter(isUsual)
    .sort((a, b) => a.start - b.start)
    .slice(0, offered);
}
