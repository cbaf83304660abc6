import type { SlotKind } from "~/kinds/slot-kind";

export const hiddenOver = 150;

export const firstShown = 200;

export interface ShownSlot {
  start: number;
  booked: boolean;
  /** The names of the kinds of visits that it is for. Without them, every kind. */
  kinds?: string[] | undefined;
}

export interface OutsideVisit {
  id: number;
  start: number;
  patient_id: number;
  /** Only for staff. */
  patient_name: string | null;
}

export interface Availability {
  therapist: { id: number; name: string; zone: string };
  total: number;
  shown: number;
  slots: ShownSlot[];
  message: { text: string; batch: number | null } | null;
  outsideVisits: OutsideVisit[];
  /** The kinds of visits that slots can be for. Empty if the company has only one. */
  kinds: SlotKind[];
}

export const availabilityHref = (therapistId: number, more = "") =>
  `/therapists/${therapistId}/availability${more}`;
