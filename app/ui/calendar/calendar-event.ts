/** A visit as calendars draw it. */
export interface CalendarEvent {
  id: number;
  start: string;
  end: string;
  status: string;
  patientId: number;
  /** Whose visit it is, in letters. */
  initials: string;
  /** Where the visit opens. */
  href: string;
  /** May it be moved from here? */
  movable: boolean;
  version: number;
}

/** The visit behind an event that a calendar hands out. */
export const visitOf = ({ extendedProps }: { extendedProps: Record<string, unknown> }) =>
  extendedProps.visit as CalendarEvent;

const known = new Set(["submitted", "confirmed", "completed", "cancelled", "pending"]);

/** The class of a status: its own for those with a colour, "other" for free words. */
export function toneOf(status: string): string {
  const name = status.toLowerCase();
  return known.has(name) ? name : "other";
}

/** "Dana Reyes" to "DR" */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part.charAt(0).toUpperCase())
    .join("")
    .slice(0, 3);
}
