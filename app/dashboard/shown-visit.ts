import type { Visit } from "~/visits/visit";

/** Only what lists show: more would make pages slower. */
export type ShownVisit = Pick<
  Visit,
  | "id"
  | "start_at"
  | "end_at"
  | "submitted_at"
  | "timezone"
  | "therapist"
  | "therapist_id"
  | "patient_id"
  | "region"
  | "brightree_db"
  | "visit_type"
  | "status"
>;

export const shownVisit = (visit: Visit): ShownVisit => ({
  id: visit.id,
  start_at: visit.start_at,
  end_at: visit.end_at,
  submitted_at: visit.submitted_at,
  timezone: visit.timezone,
  therapist: visit.therapist,
  therapist_id: visit.therapist_id,
  patient_id: visit.patient_id,
  region: visit.region,
  brightree_db: visit.brightree_db,
  visit_type: visit.visit_type,
  status: visit.status,
});
