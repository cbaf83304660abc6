import { formatTime, iso, isoOrNull, localDate, zoneOrUtc } from "~/core/time";
import { isActive } from "~/core/visit-status";
import { outcomeAt } from "~/visits/outcome/outcome-times";
import type { Visit } from "~/visits/visit";

/** @returns 7 for confirmed or scheduled, 6 for submitted, 0 for other statuses */
export function stepOfStatus(status: string): number {
  if (/confirmed|scheduled/i.test(status)) return 7;
  return /submitted/i.test(status) ? 6 : 0;
}

// Some fields have several names because clients expect different ones.
const sharedFields = (visit: Visit) => ({
  id: visit.id,
  datetime: iso(visit.start_at),
  therapist: visit.therapist,
  brightree_db: visit.brightree_db,
  patient_id: visit.patient_id,
  status: visit.status,
  visit_type: visit.visit_type,
  sales_order_id: visit.sales_order_no,
  so_id: visit.sales_order_no,
  version: visit.version,
});

export const calendarVisitView = (visit: Visit) => ({
  ...sharedFields(visit),
  start: iso(visit.start_at),
  end: iso(visit.end_at),
  therapist_id: visit.therapist_id,
  patient_name: visit.patient_name,
  region: visit.region,
  patient_zone: visit.patient_zone,
  company: visit.company,
  type: visit.visit_type,
  step: stepOfStatus(visit.status),
  language: visit.language,
  interpreter: visit.interpreter,
  interpreter_arranged: visit.interpreter_arranged,
  patient_confirmed: visit.patient_confirmed,
  late_minutes: visit.late_minutes,
  call_me: visit.call_me,
  class_id: visit.class_id,
  kind_note: visit.kind_note ?? undefined,
});

export function appointmentRow(visit: Visit) {
  const zone = zoneOrUtc(visit.timezone);
  return {
    ...sharedFields(visit),
    date: localDate(visit.start_at, zone),
    start_time: formatTime(visit.start_at, zone),
    soid: visit.sales_order_no,
    step: isActive(visit.status) ? stepOfStatus(visit.status) : 0,
    no_show_reason: visit.no_show_reason,
    cancel_reason: visit.cancel_reason,
    outcome_at: isoOrNull(outcomeAt(visit)),
  };
}
