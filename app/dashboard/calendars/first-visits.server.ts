import { classView } from "~/classes/class-session";
import { listClasses } from "~/classes/classes.server";
import { addDays, startOfDay, weekdayOf } from "~/core/time";
import type { Db } from "~/db/open.server";
import { listCalendarVisits } from "../list-calendar-visits.server";
import { calendarVisitView } from "../visit-views";
import type { Filters } from "./calendars-query";

// If there are more, the calendar loads them after the page, because they would delay it.
const most = 300;
const daysOnShow = 42;

export async function findFirstVisits(db: Db, month: string, filters: Filters, zone: string) {
  const first = `${month}-01`;
  const sunday = addDays(first, -weekdayOf(first));
  const [start, end] = [startOfDay(sunday, zone), startOfDay(addDays(sunday, daysOnShow), zone)];
  const found = await listCalendarVisits(db, { ...filters, start, end, limit: most });
  if (found.length === most) return null;
  const visits = found.map(calendarVisitView).map((visit) => ({
    id: visit.id,
    start: visit.start,
    end: visit.end,
    status: visit.status,
    therapist: visit.therapist,
    patient_id: visit.patient_id,
    patient_name: visit.patient_name,
    language: visit.language,
    interpreter: visit.interpreter,
    interpreter_arranged: visit.interpreter_arranged,
    patient_confirmed: visit.patient_confirmed,
    late_minutes: visit.late_minutes,
    call_me: visit.call_me,
    class_id: visit.class_id,
    kind_note: visit.kind_note ?? null,
    version: visit.version,
  }));
  return { from: start, to: end, visits, classes: await listCalendarClasses(db, filters, { start, end }) };
}

/** Classes that match the filters. With a status, a kind, or a search, the calendar shows seats instead. */
async function listCalendarClasses(db: Db, filters: Filters, { start, end }: { start: number; end: number }) {
  if (filters.status || filters.kind || filters.search) return [];
  const found = await listClasses(db, { from: start, to: end, limit: most });
  return found
    .filter(
      ({ company, therapist, region }) =>
        (!filters.company || company === filters.company) &&
        (!filters.therapist || therapist === filters.therapist) &&
        (!filters.region || region === filters.region),
    )
    .map((session) => classView(session, []));
}

export type FirstVisits = NonNullable<Awaited<ReturnType<typeof findFirstVisits>>>;
