import { addDays, hour, weekdayOf, zoneLabel } from "~/core/time";
import type { HeldMove } from "~/visits/moves/held-moves.server";
import type { Visit } from "~/visits/visit";
import type { AskWeek } from "./week-schema";

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

/** The views of the calendar that its address has a word for; a week needs none. */
export const calendarViews = { day: "timeGridDay", list: "listWeek", month: "dayGridMonth" } as const;

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

/** Where a week of the same calendar stands, in the same view. */
export function weekHref({ therapist, view }: Pick<AskWeek, "therapist" | "view">, date: string): string {
  return `/therapist?${therapist ? `therapist=${therapist}&` : ""}week=${date}${view ? `&view=${view}` : ""}`;
}

/** Where a visit is opened over its week. */
export function visitHref(asked: Pick<AskWeek, "therapist">, visit: { id: number; date: string }): string {
  return `${weekHref({ therapist: asked.therapist }, visit.date)}&visit=${visit.id}`;
}

/** What a zone calls its time over some days: "EST", or "EST / EDT" where the clock changes among them. */
export function zoneLabels({ from, to }: { from: number; to: number }, zone: string): string {
  // A week begins with the night in which clocks change: what counts is the day after it.
  const labels = [from + 12 * hour, to - hour].map((at) => zoneLabel(at, zone));
  return [...new Set(labels)].join(" / ");
}
