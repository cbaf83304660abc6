import { hour, iso, isoOrNull } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { isActive } from "~/core/visit-status";
import type { KindNote } from "~/kinds/kind-note";
import type { Mode } from "~/kinds/kind-schema";
import { needsLink } from "~/kinds/kind-schema";
import type { KindOfVisit } from "~/kinds/kinds.server";
import type { Communication } from "./interpreter";
import type { DayMarks } from "./late/day-marks";
import type { CancelReason, NoShowReason } from "./outcome/outcome-reasons";

export function isActiveOrHeld(status: string): boolean {
  return isActive(status) || status === "completed";
}

/** A visit with its order, therapist, and company. Instants in ms UTC. */
export interface Visit extends Communication, DayMarks {
  id: number;
  order_id: number;
  therapist_id: number;
  class_id: number | null;
  therapist: string;
  timezone: string;
  /** The IANA zone for the visit's time in the patient's messages and pages. */
  patient_zone: string;
  /** The zone where the patient said they will be, for this and later visits. Null if they weren't asked. */
  visit_zone: string | null;
  /** The other IANA zone that the patient was asked about. Messages and pages show its hour, too. */
  other_zone: string | null;
  region: string;
  start_at: number;
  end_at: number;
  status: string;
  visit_type: string;
  /** The kind's name, or the visit type for the company's default kind. */
  shown_type: string;
  meeting_link: string | null;
  /** True if its kind or company has a template for meeting links. */
  makes_link: boolean;
  version: number;
  patient_id: number;
  /** Only for staff. */
  patient_name: string | null;
  brightree_db: string;
  sales_order_no: string | null;
  company: string;
  submitted_at: number | null;
  confirmed_at: number | null;
  /** Until when the therapist confirms, as the patient reads it. Null if the patient reads no time. */
  confirm_by: number | null;
  patient_confirmed_at: number | null;
  patient_confirmed: boolean;
  change_asked_at: number | null;
  /** When the patient last said that the equipment isn't there yet. */
  equipment_missing_at: number | null;
  interpreter_note: string | null;
  completed_at: number | null;
  no_show_at: number | null;
  cancelled_at: number | null;
  no_show_reason: NoShowReason | null;
  cancel_reason: CancelReason | null;
  therapist_late_minutes: number | null;
  therapist_late_at: number | null;
  /** The channel of the message to the patient; null if none could be sent. */
  therapist_late_sent: "text" | "email" | null;
  /** The kind's ID. Null only for visits whose database belongs to no company. */
  kind_id: number | null;
  kind: string;
  kind_es: string;
  mode: Mode;
  /** True if the visit is an ordinary setup by video, so that pages and messages name no kind. */
  isUsual: boolean;
  kind_note: KindNote | null;
  handsOver: boolean;
  /** In ms. */
  buffer_before: number;
  buffer_after: number;
  place_id: number | null;
  place: VisitPlace | null;
  /** The things to have ready, one per line. */
  ready: Translated | null;
  zip: string | null;
}

interface Translated {
  en: string | null;
  es: string | null;
}

export interface VisitPlace {
  name: string;
  address: string;
  zone: string;
  phone: string | null;
  directions: Translated;
  latitude: number | null;
  longitude: number | null;
}

/**
 * The part of a visit's kind that moving the visit needs. A seat that leaves its class becomes a visit of the company's
 * default kind.
 */
export const kindOfMoved = (visit: Visit): KindOfVisit | undefined =>
  visit.kind_id === null || visit.class_id !== null
    ? undefined
    : {
        id: visit.kind_id,
        name: visit.kind,
        mode: visit.mode,
        length: visit.end_at - visit.start_at,
        buffer_before: visit.buffer_before,
        buffer_after: visit.buffer_after,
        place_id: visit.place_id,
        isUsual: visit.isUsual,
        zip: visit.zip,
        handsOver: visit.handsOver,
        placeZone: visit.place?.zone ?? null,
      };

/** False if the visit can be confirmed without entering a meeting link. */
export const asksForLink = (
  visit: Pick<Visit, "mode" | "place_id" | "makes_link" | "meeting_link">,
): boolean => needsLink(visit) && (!visit.makes_link || visit.meeting_link !== null);

type Time = Pick<Visit, "therapist_id" | "start_at" | "end_at">;

export const isSameTime = (a: Time, b: Time): boolean =>
  a.therapist_id === b.therapist_id && a.start_at === b.start_at && a.end_at === b.end_at;

/** How long a visit lasts at another time, in ms. A seat that leaves its class becomes a visit of the usual length. */
export const lengthElsewhere = ({
  class_id,
  start_at,
  end_at,
}: Pick<Visit, "class_id" | "start_at" | "end_at">) => (class_id === null ? end_at - start_at : visitLength);

/** A visit that runs late can be joined for another hour. */
export const isOver = ({ end_at }: Pick<Visit, "end_at">, now: number): boolean => end_at + hour <= now;

export function visitView(visit: Visit) {
  return {
    id: visit.id,
    datetime: iso(visit.start_at),
    end: iso(visit.end_at),
    status: visit.status,
    therapist: visit.therapist,
    region: visit.region,
    patient_zone: visit.patient_zone,
    patient_id: visit.patient_id,
    brightree_db: visit.brightree_db,
    sales_order_no: visit.sales_order_no,
    visit_type: visit.visit_type,
    meeting_link: visit.meeting_link,
    language: visit.language,
    interpreter: visit.interpreter,
    interpreter_arranged: visit.interpreter_arranged,
    change_asked: visit.change_asked,
    late_minutes: visit.late_minutes,
    call_me: visit.call_me,
    therapist_late_minutes: visit.therapist_late_minutes,
    version: visit.version,
    submitted_at: isoOrNull(visit.submitted_at),
    confirmed_at: isoOrNull(visit.confirmed_at),
    patient_confirmed: visit.patient_confirmed,
    kind: visit.kind,
    mode: visit.mode,
    place: visit.place && { name: visit.place.name, address: visit.place.address },
  };
}

export type VisitView = ReturnType<typeof visitView>;

/** Includes the patient's name and the staff note, which a query session must not get. */
export const visitViewForStaff = (visit: Visit) => ({
  ...visitView(visit),
  patient_name: visit.patient_name,
  kind_note: visit.kind_note ?? undefined,
  interpreter_note: visit.interpreter_note,
  no_show_reason: visit.no_show_reason,
  cancel_reason: visit.cancel_reason,
  completed_at: isoOrNull(visit.completed_at),
  no_show_at: isoOrNull(visit.no_show_at),
  cancelled_at: isoOrNull(visit.cancelled_at),
});

export const changed = <View>(appointment: View) => ({ success: true as const, appointment });
