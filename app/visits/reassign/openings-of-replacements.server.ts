import { listOpenings, type Opening } from "~/availability/list-openings.server";
import { isDayOff } from "~/availability/rules/days-off.server";
import type { App } from "~/boot/app.server";
import { addDays, day, formatDay, localDate, startOfDay, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { busyReason } from "~/therapists/calendars/busy-warnings.server";
import type { Therapist } from "~/therapists/therapists.server";
import { openingKindOf } from "../opening-kind.server";
import type { Visit } from "../visit";
import { listClashes } from "../visits.server";

export const staffWindow = ({ config }: Pick<App, "config">) => ({
  bookingLeadHours: 0,
  bookingHorizonDays: 730,
  calendarStaleMinutes: config.calendarStaleMinutes,
});

const daysAhead = 14;
const mostLater = 500;

/**
 * Finds the openings that can replace a visit's time. Those on the visit's day come first. If other therapists have
 * none that day, it finds those in the next two weeks. Each region and day is read once.
 * @param to the therapist who should get the visits; null for any therapist in the visit's region
 */
export function openingsOfReplacements(app: App, db: Db, to: Therapist | null) {
  const now = app.clock.now();
  const lists = new Map<string, Promise<Opening[]>>();
  const owner = ({ region }: Visit) => (to ? { therapistId: to.id } : { region });
  const read = (name: string, query: object) => {
    const list = lists.get(name) ?? listOpenings(db, staffWindow(app), { now, ...query });
    lists.set(name, list);
    return list;
  };
  return async (visit: Visit): Promise<Opening[]> => {
    const zone = zoneOrUtc(visit.timezone);
    const date = localDate(visit.start_at, zone);
    const kind = openingKindOf(visit);
    const key = `${date} ${to ? "" : visit.region} ${kind?.id ?? ""}`;
    const sameDay = await read(key, { ...owner(visit), date, kind });
    const kept = to && (await sameTime(app, db, to, visit));
    if (kept && !sameDay.some(({ start }) => start === kept.start)) {
      return [...sameDay, kept].sort((a, b) => a.start - b.start);
    }
    if (sameDay.some(({ therapistId }) => therapistId !== visit.therapist_id)) return sameDay;
    const from = startOfDay(addDays(date, 1), zone);
    return read(`after ${key}`, {
      ...owner(visit),
      from,
      to: from + daysAhead * day,
      limit: mostLater,
      kind,
    });
  };
}

/** Staff can keep a visit's time if the therapist is free then, even outside the therapist's open times. */
async function sameTime(app: App, db: Db, to: Therapist, visit: Visit): Promise<Opening | null> {
  const { start_at: start, end_at: end } = visit;
  const { id: therapistId, name: therapist, region } = to;
  if (visit.therapist_id === therapistId || (await findSameTimeProblem(app, db, to, visit))) return null;
  const clashes = await listClashes(db, { therapistId, start, end, except: visit.id });
  return clashes.length > 0
    ? null
    : { therapistId, therapist, region, zone: zoneOrUtc(to.timezone), start, end };
}

/** Finds the reason that a therapist can't get a visit at its current time: a day off or a busy time. */
export async function findSameTimeProblem(app: App, db: Db, to: Therapist, visit: Visit) {
  const { start_at: start, end_at: end } = visit;
  const zone = zoneOrUtc(to.timezone);
  const isOff = (await isDayOff(db, to.id))(localDate(start, zone));
  return isOff ? `${to.name} is off on ${formatDay(start, zone)}.` : busyReason(app, db, to, { start, end });
}
