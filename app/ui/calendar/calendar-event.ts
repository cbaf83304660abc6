export interface CalendarEvent {
  id: number;
  start: string;
  end: string;
  status: string;
  /** Shown instead of the patient, for a class. */
  title?: string;
  patientId: number;
  /** Undefined if it is unknown or hidden. */
  patientName: string | undefined;
  initials: string;
  /** A reminder of something to prepare, as a short and a full text. Null if there is nothing to prepare. */
  mark: { short: string; text: string } | null;
  /** How and where the visit happens, if that must be said. */
  kindNote?: { short: string; text: string } | undefined;
  href: string;
  movable: boolean;
  version: number;
}

export const visitOf = ({ extendedProps }: { extendedProps: Record<string, unknown> }) =>
  extendedProps.visit as CalendarEvent;

/** Undefined on devices that hide patients' names. */
export const shownName = (name: string | null | undefined): string | undefined =>
  "hidesNames" in document.documentElement.dataset ? undefined : (name ?? undefined);

const known = new Set(["submitted", "confirmed", "completed", "cancelled", "pending"]);

export function toneOf(status: string): string {
  const name = status.toLowerCase();
  return known.has(name) ? name : "other";
}

export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part.charAt(0).toUpperCase())
    .join("")
    .slice(0, 3);
}
