import { second } from "~/core/time";
import type { Undoable } from "~/ui/components/undoable";
import { countOutcomes, notifiedText } from "../bulk-strings";
import type { BulkChange } from "../find-bulk-change.server";

/** Reassigned visits while no one has been notified. Null for other changes, and after that time. */
export function undoableChange({ id, act, outcomes, undoUntil }: BulkChange, now: number): Undoable | null {
  const { done } = countOutcomes(outcomes);
  if (act !== "reassign" || undoUntil === null || done === 0) return null;
  return {
    text: "No one has been notified yet.",
    undo: `/visits/bulk/${id}`,
    fields: { act: "undo" },
    seconds: Math.max(1, Math.ceil((undoUntil - now) / second)),
    ended: notifiedText(done),
  };
}
