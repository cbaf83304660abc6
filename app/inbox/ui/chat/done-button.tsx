import { Button } from "~/ui/components/button";
import type { Thread } from "../../threads/thread";
import { queryOf, type View } from "../view";

/** For a patient who was called instead, or who needs no reply. */
export function DoneButton({ view, thread }: { view: View; thread: Thread }) {
  return (
    <form method="post" action={`/messages/${thread.id}/done`} data-change="" data-next="">
      {queryOf({ ...view, details: false }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {thread.done_at === null ? (
        <Button look="quiet" size="small" data-key="e" title="No reply needed">
          Done
        </Button>
      ) : (
        <Button look="quiet" size="small" name="undo" value="on">
          Mark as unanswered
        </Button>
      )}
    </form>
  );
}
