import { second } from "~/core/time";
import { Button } from "~/ui/components/button";
import { countOutcomes, notifiedText } from "../bulk-strings";
import type { BulkChange } from "../find-bulk-change.server";

interface BulkUndoProps {
  change: BulkChange;
  now: number;
  back?: string | undefined;
}

/** Shows an Undo button while an undo is possible. For reassigned visits, also shows if notices were sent. */
export function BulkUndo({ change: { id, act, outcomes, undoUntil }, now, back }: BulkUndoProps) {
  const { done } = countOutcomes(outcomes);
  if (done === 0) return null;
  const isReassign = act === "reassign";
  if (undoUntil === null) return isReassign && <p>{notifiedText(done, null)}</p>;
  const seconds = Math.ceil((undoUntil - now) / second);
  const countdown = { "data-undo-seconds": seconds, "data-undone-text": notifiedText(done, null) };
  return (
    <form method="post" action={`/visits/bulk/${id}`} className="buttons" {...(isReassign && countdown)}>
      {back && <input type="hidden" name="back" value={back} />}
      {isReassign && (
        // Not announced each second.
        <span aria-live="off" data-countdown="">
          {notifiedText(done, seconds)}
        </span>
      )}
      <Button name="act" value="undo" look="quiet" size="small">
        Undo
      </Button>
    </form>
  );
}
