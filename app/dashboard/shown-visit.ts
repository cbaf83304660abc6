import type { Visit } from "~/visits/visit";

const fields = [
  "id",
  "start_at",
  "end_at",
  "submitted_at",
  "timezone",
  "patient_zone",
  "therapist",
  "therapist_id",
  "patient_id",
  "patient_name",
  "region",
  "brightree_db",
  "visit_type",
  "shown_type",
  "kind_note",
  "language",
  "interpreter",
  "interpreter_arranged",
  "interpreter_note",
  "patient_confirmed",
  "change_asked",
  "late_minutes",
  "call_me",
  "status",
  "no_show_reason",
  "cancel_reason",
] as const;

/** Has only the fields that lists show, because more fields would make pages slower. */
export type ShownVisit = Pick<Visit, (typeof fields)[number]>;

export const shownVisit = (visit: Visit): ShownVisit =>
  Object.fromEntries(fields.map((name) => [name, visit[name]])) as ShownVisit;
