/** More slots than these stay hidden until asked for (part 2, section 9). */
export const hiddenOver = 150;

/** So many are shown at first, and so many more each time. */
export const firstShown = 200;

export interface ShownSlot {
  /** Milliseconds UTC. */
  start: number;
  /** An active visit runs into it. */
  booked: boolean;
}

/** A visit to come that stays where nothing is offered any more. */
export interface OutsideVisit {
  id: number;
  /** Milliseconds UTC. */
  start: number;
  patient_id: number;
}

/** What the availability card and the list of slots show of a therapist. */
export interface Availability {
  /** `zone` is an IANA name. */
  therapist: { id: number; name: string; zone: string };
  /** Slots to come. */
  total: number;
  /** How many of them are wanted on the page. */
  shown: number;
  slots: ShownSlot[];
  /** What was done just before, in the words of part 2, and what undoes it. */
  said: { text: string; batch: number | null } | null;
  leftOut: OutsideVisit[];
}

/** Where a therapist's availability is shown and changed. */
export const availabilityHref = (therapistId: number, more = "") =>
  `/therapists/${therapistId}/availability${more}`;
