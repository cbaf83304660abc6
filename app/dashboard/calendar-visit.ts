import { iso } from "~/core/time";
import type { Visit } from "~/visits/visit";

/** @returns 7 for confirmed or scheduled, 6 for submitted, 0 for other statuses */
export function stepOfStatus(status: string): number {
  if (/confirmed|scheduled/i.test(status)) return 7;
  return /submitted/i.test(status) ? 6 : 0;
}

export function calendarVisitView(visit: Visit) {
  return {
    id: visit.id,
    start: iso(visit.start_at),
    datetime: iso(visit.start_at),
    end: iso(visit.end_at),
    therapist: visit.therapist,
    therapist_id: visit.therapist_id,
    patient_id: visit.patient_id,
    patient_name: visit.patient_name,
    region: visit.region,
    company: visit.company,
    brightree_db: visit.brightree_db,
    status: visit.status,
    visit_type: visit.visit_type,
    type: visit.visit_type,
    sales_order_id: visit.sales_order_no,
    so_id: visit.sales_order_no,
    step: stepOfStatus(visit.status),
    language: visit.language,
    interpreter: visit.interpreter,
    interpreter_arranged: visit.interpreter_arranged,
    patient_confirmed: visit.patient_confirmed,
    late_minutes: visit.late_minutes,
    call_me: visit.call_me,
    version: visit.version,
  };
}
