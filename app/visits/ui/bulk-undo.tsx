import { second } from "~/core/time";
import { Button } from "~/ui/components/button";
import { countOutcomes, notifiedText } from "../bulk/bulk-strings";
import type { BulkChange } from "../bulk/find-bulk-change.server";

interface BulkUndoProps {
  change: BulkChange;
  now: number;
  back?: string;
}

/** Until the notices of reassigned visits are sent, an undo; afterwards, that they were. */
export function BulkUndo({ change, now, back }: BulkUndoProps) {
  const { done } = countOutcomes(change.outcomes);
  if (change.act !== "reassign" || done === 0) return null;
  if (change.undoUntil === null) return <p>{notifiedText(done, null)}</p>;
  const seconds = Math.ceil((change.undoUntil - now) / second);
  return (
    <form
      method="post"
      action={`/visits/bulk/${change.id}`}
      className="buttons"
      data-undo-seconds={seconds}
      data-undone-text={notifiedText(done, null)}
    >
      {back && <input type="hidden" name="back" value={back} />}
      <span>{notifiedText(done, seconds)}</span>
      <Button name="act" value="undo" look="quiet" size="small">
        Undo
      </Button>
    </form>
  );
}
