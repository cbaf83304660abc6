export interface CalendarEvent {
  id: number;
  start: string;
  end: string;
  status: string;
  patientId: number;
  initials: string;
  href: string;
  movable: boolean;
  version: number;
}

export const visitOf = ({ extendedProps }: { extendedProps: Record<string, unknown> }) =>
  extendedProps.visit as CalendarEvent;

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
