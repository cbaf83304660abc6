import { visitHref } from "~/core/calendar-href";
import { localDate } from "~/core/time";
import { isActive } from "~/core/visit-status";
import { type CalendarEvent, shownName } from "~/ui/calendar/calendar-event";
import { markOf } from "~/visits/interpreter";
import type { VisitAnswer } from "../../visit-sheet/send-visit-change";

export function eventsOf({ initials = "", zone = "", therapistId = "" }: DOMStringMap) {
  const therapist = Number(therapistId) || undefined;
  return (visit: VisitAnswer): CalendarEvent => ({
    id: visit.id,
    start: visit.datetime,
    end: visit.end,
    status: visit.status,
    patientId: visit.patient_id,
    patientName: shownName(visit.patient_name),
    initials,
    mark: markOf(visit),
    href: visitHref({ therapist }, { id: visit.id, date: localDate(Date.parse(visit.datetime), zone) }),
    movable: isActive(visit.status),
    version: visit.version,
  });
}

export function eventsIn(list: HTMLElement, eventOf: (visit: VisitAnswer) => CalendarEvent): CalendarEvent[] {
  return [...list.querySelectorAll<HTMLAnchorElement>("a[data-id]")].map((row) =>
    eventOf({
      id: Number(row.dataset.id),
      datetime: row.querySelector("time")?.dateTime ?? "",
      end: row.dataset.end ?? "",
      status: row.dataset.status ?? "",
      patient_id: Number(row.dataset.patient),
      patient_name: row.dataset.name ?? null,
      version: Number(row.dataset.version),
      language: row.dataset.language ?? "en",
      interpreter: row.dataset.interpreter ?? null,
      interpreter_arranged: row.dataset.arranged !== undefined,
      patient_confirmed: row.dataset.patientConfirmed !== undefined,
      change_asked: row.dataset.changeAsked !== undefined,
      late_minutes: Number(row.dataset.late) || null,
      call_me: row.dataset.call !== undefined,
    }),
  );
}
