import { addDays, weekdayOf } from "~/core/time";
import type { HeldMove } from "../moves/held-moves.server";
import type { Visit } from "../visits/visit";
import type { AskWeek } from "./week-schema";

/** A therapist's week on their own clock. Instants in ms UTC. */
export interface VisitWeek {
  therapist: { id: number; name: string; timezone: string };
  now: number;
  /** IANA name. */
  zone: string;
  /** The day it begins with, `YYYY-MM-DD`. */
  sunday: string;
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

/** Where a week of the same calendar stands. */
export function weekHref(asked: Pick<AskWeek, "therapist">, sunday: string): string {
  return `/therapist?${asked.therapist ? `therapist=${asked.therapist}&` : ""}week=${sunday}`;
}
