import { Button } from "~/ui/components/button";
import { TextField } from "~/ui/components/field";
import { PostForm } from "~/ui/components/form";
import { type CallTask, mostMessages } from "../call-tasks/call-task";

export function CallForm({ task }: { task: CallTask }) {
  const canLeave = task.messages_left < mostMessages;
  return (
    <PostForm className="panel" action={`/call-tasks/${task.id}`} aria-labelledby="call-outcome">
      <h2 id="call-outcome">How did it go?</h2>
      <input type="hidden" name="version" value={task.version} />
      <TextField name="note" label="Note (optional)" rows={2} maxLength={500} />
      <p className="buttons">
        <Button name="outcome" value="reached" look="quiet">
          Spoke with patient
        </Button>
        {canLeave && (
          <Button name="outcome" value="left_message" look="quiet">
            Left message
          </Button>
        )}
        {task.phone && (
          <Button name="outcome" value="wrong_number" look="quiet">
            Wrong number
          </Button>
        )}
      </p>
      <p className="hint">
        {canLeave
          ? "If you leave a message, the call returns to the list the next business day. After three messages, it stays on the list."
          : "Three messages were left. The call stays on the list until you reach the patient, or the order has a visit or is closed."}
      </p>
    </PostForm>
  );
}
