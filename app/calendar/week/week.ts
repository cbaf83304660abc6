import { addDays, hour, weekdayOf, zoneLabel } from "~/core/time";
import type { HeldMove } from "~/visits/moves/held-moves.server";
import type { Visit } from "~/visits/visit";

/** A therapist's week on their own clock. Instants in ms UTC. */
export interface VisitWeek {
  therapist: { id: number; name: string; timezone: string };
  now: number;
  /** IANA name. */
  zone: string;
  /** The day it begins with, `YYYY-MM-DD`. */
  sunday: string;
  /** The day on show: the one asked for with a view, else that Sunday. */
  date: string;
  from: number;
  to: number;
  visits: Visit[];
  /** Submitted visits, of whatever week. */
  pending: Visit[];
  /** Moves that can still be undone. */
  held: HeldMove[];
}

/** The Sunday a day's week begins with, `YYYY-MM-DD`. */
export function sundayOf(date: string): string {
  return addDays(date, -weekdayOf(date));
}

/** The seven days of a week. */
export function daysOf(sunday: string): string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
}

/** How many visits stand at what, as the three tiles show it. */
export function countByStatus(visits: readonly { status: string }[]) {
  const count = (status: string) => visits.filter((visit) => visit.status === status).length;
  return { submitted: count("submitted"), confirmed: count("confirmed"), completed: count("completed") };
}

/** What a zone calls its time over some days: "EST", or "EST / EDT" where the clock changes among them. */
export function zoneLabels({ from, to }: { from: number; to: number }, zone: string): string {
  // A week begins with the night in which clocks change: what counts is the day after it.
  const labels = [from + 12 * hour, to - hour].map((at) => zoneLabel(at, zone));
  return [...new Set(labels)].join(" / ");
}
