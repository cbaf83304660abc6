import { day, formatWhen, minute, zoneOrUtc } from "~/core/time";
import type { Visit } from "../visit";

const noShowDelay = 10 * minute;
const timeToUndoOutcome = day;

type Ended = Pick<Visit, "status" | "completed_at" | "no_show_at" | "cancelled_at">;

/** When a visit got its outcome. Null if it has none. */
export function outcomeAt(visit: Ended): number | null {
  if (visit.status === "completed") return visit.completed_at;
  if (visit.status === "no show") return visit.no_show_at;
  return visit.status === "cancelled" ? visit.cancelled_at : null;
}

/** A patient who is less than ten minutes late may still come. */
export const mayBeNoShow = (visit: Pick<Visit, "status" | "start_at">, now: number): boolean =>
  visit.status === "confirmed" && visit.start_at + noShowDelay <= now;

export const tooEarly = (visit: Pick<Visit, "start_at" | "timezone">): string =>
  `You can mark this visit as a no-show from ${formatWhen(visit.start_at + noShowDelay, zoneOrUtc(visit.timezone))}, 10 minutes after its start.`;

/** When the undo time ends, in ms UTC. Null if there is nothing to undo. */
export function undoableUntil(visit: Ended, now: number): number | null {
  const at = visit.status === "cancelled" ? null : outcomeAt(visit);
  return at !== null && at + timeToUndoOutcome > now ? at + timeToUndoOutcome : null;
}

export const needsOutcome = (visit: Pick<Visit, "status" | "end_at">, now: number): boolean =>
  visit.status === "confirmed" && visit.end_at <= now;
