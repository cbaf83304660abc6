import type { ClassSession } from "~/classes/class-session";
import { addDays, hour, weekdayOf, zoneLabel } from "~/core/time";
import type { BackgroundTime } from "~/ui/calendar/background-times";
import type { Undoable } from "~/ui/components/undoable";
import type { Visit } from "~/visits/visit";
import type { Today } from "./find-today.server";

/** A week in the therapist's time zone. Instants are in ms UTC. */
export interface VisitWeek {
  therapist: { id: number; name: string; timezone: string };
  now: number;
  zone: string;
  sunday: string;
  date: string;
  from: number;
  to: number;
  /** Without the seats of classes. */
  visits: Visit[];
  classes: ClassSession[];
  pending: Visit[];
  ended: Visit[];
  today: Today;
  /** True if every pending visit has a meeting link, so that all can be confirmed together. */
  hasLinks: boolean;
  moves: Undoable[];
  /** Minutes between the starts of added openings. */
  interval: number;
  /** Open times, closed hours, busy times, and days off. */
  background: BackgroundTime[];
  /** True if a calendar can't be read, so patients can't book. */
  stale: boolean;
  daysOff: { id: number; from_date: string; to_date: string; note: string | null }[];
}

export function sundayOf(date: string): string {
  return addDays(date, -weekdayOf(date));
}

export function daysOf(sunday: string): string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
}

export function countByStatus(visits: readonly { status: string }[]) {
  const count = (status: string) => visits.filter((visit) => visit.status === status).length;
  return { submitted: count("submitted"), confirmed: count("confirmed"), completed: count("completed") };
}

/** "EST", or "EST / EDT" in a week with a DST change. */
export function zoneLabels({ from, to }: { from: number; to: number }, zone: string): string {
  // Clocks change early on Sunday, a week's first day, so that day gets the new label.
  const labels = [from + 12 * hour, to - hour].map((at) => zoneLabel(at, zone));
  return [...new Set(labels)].join(" / ");
}
