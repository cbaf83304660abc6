import { Button } from "~/ui/components/button";
import { strings } from "../../strings";
import type { Thread } from "../../threads/thread";
import { queryOf, type View } from "../view";

/** Marks a conversation as done, for example after a call. */
export function DoneButton({ view, thread }: { view: View; thread: Thread }) {
  return (
    <form method="post" action={`/messages/${thread.id}/done`} data-change="" data-next="" className="done">
      {queryOf({ ...view, details: false }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {thread.done_at === null ? (
        <Button look="quiet" size="small" data-key="e" title={strings.doneHint}>
          {strings.done}
        </Button>
      ) : (
        <Button look="quiet" size="small" name="undo" value="on">
          {strings.notDone}
        </Button>
      )}
    </form>
  );
}
