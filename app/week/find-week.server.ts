import { listDaysOff } from "~/availability/rules/days-off.server";
import { listHours } from "~/availability/rules/weekly-hours.server";
import type { App } from "~/boot/app.server";
import { listClasses } from "~/classes/classes.server";
import { addDays, localDate, startOfDay, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { isCalendarStale } from "~/therapists/calendars/busy-warnings.server";
import { ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import { undoableMove } from "~/visits/moves/pending-move";
import { listPendingMoves } from "~/visits/moves/pending-moves.server";
import { needsOutcome } from "~/visits/outcome/outcome-times";
import { asksForLink } from "~/visits/visit";
import { listVisits } from "~/visits/visits.server";
import { findToday } from "./find-today.server";
import { listBackgroundTimes } from "./list-background-times.server";
import { sundayOf, type VisitWeek } from "./week";
import type { WeekQuery } from "./week-schema";

const usualInterval = 15;

export async function findWeek(app: App, staff: Staff, query: WeekQuery): Promise<VisitWeek | null> {
  const id = query.therapist ?? staff.therapistId;
  if (id === null) return null;
  const therapist = await ownTherapistOfId(app.reads, staff, id);
  const now = app.clock.now();
  const zone = zoneOrUtc(therapist.timezone);
  const sunday = sundayOf(query.week ?? (await firstDay(app.reads, therapist.id, zone, now)));
  const [from, to] = [startOfDay(sunday, zone), startOfDay(addDays(sunday, 7), zone)];
  const own = { therapistId: therapist.id };
  const date = (query.view && query.week) ?? sunday;
  const [first, last] = shownDates(query.view, date);
  const [visits, classes, pending, begun, today, held, daysOff, background, stale, hours] = await Promise.all(
    [
      listVisits(app.reads, { ...own, from, to, limit: 500 }),
      listClasses(app.reads, { ...own, from, to }),
      listVisits(app.reads, { ...own, statuses: ["submitted"] }),
      listVisits(app.reads, { ...own, statuses: ["confirmed"], to: now, limit: 50 }),
      findToday(app.reads, { therapistId: therapist.id, zone }, now),
      listPendingMoves(app.reads, therapist.id, now),
      listDaysOff(app.reads, therapist, startOfDay(first, zone)),
      listBackgroundTimes(app, therapist, sunday),
      isCalendarStale(app.reads, app, therapist.id),
      listHours(app.reads, therapist.id),
    ],
  );
  return {
    therapist: { id: therapist.id, name: therapist.name, timezone: therapist.timezone },
    now,
    zone,
    sunday,
    date,
    from,
    to,
    visits: visits.filter(({ class_id }) => class_id === null),
    classes,
    pending,
    ended: begun.filter((visit) => needsOutcome(visit, now)),
    today,
    hasLinks:
      therapist.zoom_link !== null ||
      pending.every((visit) => visit.meeting_link !== null || !asksForLink(visit)),
    moves: held.map((move) => undoableMove(move, now, move.version)),
    interval: hours[0]?.interval ?? usualInterval,
    background,
    stale,
    daysOff: daysOff.filter((off) => off.from_date <= last && off.to_date >= first),
  };
}

/** The first and last date of a view. A month ends on the 31st, because the dates are only compared. */
function shownDates(view: WeekQuery["view"], date: string): [first: string, last: string] {
  if (view === "day") return [date, date];
  if (view === "month") return [`${date.slice(0, 7)}-01`, `${date.slice(0, 7)}-31`];
  return [sundayOf(date), addDays(sundayOf(date), 6)];
}

async function firstDay(db: Db, therapistId: number, zone: string, now: number): Promise<string> {
  const own = { therapistId, limit: 1 };
  const [next] = await listVisits(db, { ...own, from: now, statuses: activeStatuses });
  const [found] = next ? [next] : await listVisits(db, { ...own, newestFirst: true });
  return localDate(found?.start_at ?? now, zone);
}
