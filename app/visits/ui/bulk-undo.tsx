import { second } from "~/core/time";
import { Button } from "~/ui/components/button";
import { isOutcomeAct } from "../bulk/bulk-schema";
import { countOutcomes, notifiedText } from "../bulk/bulk-strings";
import type { BulkChange } from "../bulk/find-bulk-change.server";

interface BulkUndoProps {
  change: BulkChange;
  now: number;
  back?: string | undefined;
}

function UndoForm({ change, back }: Pick<BulkUndoProps, "change" | "back">) {
  return (
    <form method="post" action={`/visits/bulk/${change.id}`} className="buttons">
      {back && <input type="hidden" name="back" value={back} />}
      <Button name="act" value="undo" look="quiet" size="small">
        Undo
      </Button>
    </form>
  );
}

/** An undo until the notices of reassigned visits are sent. Then a message that they were sent. */
export function BulkUndo({ change, now, back }: BulkUndoProps) {
  const { done } = countOutcomes(change.outcomes);
  if (done === 0) return null;
  if (isOutcomeAct(change.act)) return change.undoUntil !== null && <UndoForm change={change} back={back} />;
  if (change.act !== "reassign") return null;
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
