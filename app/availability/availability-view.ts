export const hiddenOver = 150;

export const firstShown = 200;

export interface ShownSlot {
  start: number;
  booked: boolean;
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
}

export const availabilityHref = (therapistId: number, more = "") =>
  `/therapists/${therapistId}/availability${more}`;
