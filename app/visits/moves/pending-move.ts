import { formatWhen, second, zoneOrUtc } from "~/core/time";
import type { Undoable } from "~/ui/components/undoable";
import { notifiedText } from "../bulk/bulk-strings";
import { undoMoveHref } from "./undo-move-href";

/** How long a move can be undone, in ms. Its notice is sent after that. */
export const timeToUndoMove = 30 * second;

interface PendingMove {
  id: number;
  patientId: number;
  /** The new start, in ms UTC. */
  start: number;
  timezone: string;
  /** When the undo time ends, in ms UTC. */
  dueAt: number;
}

/** @param version of the visit, if an undo must be refused after another change */
export function undoableMove(
  { id, patientId, start, timezone, dueAt }: PendingMove,
  now: number,
  version?: number,
): Undoable {
  return {
    text: `Patient ${patientId}'s visit is now on ${formatWhen(start, zoneOrUtc(timezone))}. No one has been notified yet.`,
    undo: undoMoveHref(id),
    ...(version !== undefined && { fields: { version: String(version) } }),
    inPlace: true,
    seconds: Math.max(1, Math.ceil((dueAt - now) / second)),
    ended: notifiedText(1),
  };
}
