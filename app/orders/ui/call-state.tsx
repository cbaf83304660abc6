import { formatWhen } from "~/core/time";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import type { CallPage } from "../call-tasks/call-page.server";
import { mostMessages, notNeeded, outcomeNames } from "../call-tasks/call-task";

/** The result of the last call, the next step for this patient, and the link to the next call. */
export function CallState({ page }: { page: CallPage }) {
  const { task, now, thread: conversation, isOptedOut, undoable, next } = page;
  const isDone = task.done_at !== null;
  const { outcome, called_at: calledAt } = task;
  return (
    <>
      {outcome && (
        <Notice tone={outcome === "wrong_number" ? "dawn" : "good"} role="status">
          <p>
            <strong>{outcomeNames[outcome]}</strong>
            {calledAt !== null && (
              <>
                {" "}
                by {task.called_by ?? "a former user"}, <DateTime at={calledAt} />
              </>
            )}
            . {whatFollows(page)}
          </p>
          {outcome === "wrong_number" && isDone && (
            <p className="buttons">
              <ButtonLink href={`/call-tasks/${task.id}/phone`}>Enter the correct number</ButtonLink>
            </p>
          )}
          {undoable && (
            <form method="post" action={`/call-tasks/${task.id}/undo`}>
              <input type="hidden" name="version" value={task.version} />
              <Button look="quiet" size="small">
                Undo
              </Button>
            </form>
          )}
        </Notice>
      )}
      {isDone && !outcome && <Notice role="status">{notNeeded(task)}</Notice>}
      {!isDone && conversation?.hold === "wrong_number" && (
        <Notice tone="dawn">This number was reported as wrong. Check it before you call.</Notice>
      )}
      {!isDone && isOptedOut && (
        <Notice>The patient opted out of texts. Ask if it's OK to call again.</Notice>
      )}
      <p className="buttons">
        {(isDone || task.due_at > now) && next !== null && (
          <ButtonLink
            href={`/call-tasks/${next}`}
            look={outcome === "wrong_number" || !isDone ? "quiet" : "main"}
          >
            Next call
          </ButtonLink>
        )}
        <ButtonLink href="/calendars?tab=worklist#calls" look="quiet">
          Back to the worklist
        </ButtonLink>
      </p>
    </>
  );
}

function whatFollows({ task, now, mayBook }: CallPage): string {
  if (task.outcome === "wrong_number") return "Automated texts to this number are paused.";
  if (task.outcome === "reached" || task.done_at !== null) {
    return mayBook ? "The call is done. The patient has no visit yet." : "The call is done.";
  }
  if (task.messages_left >= mostMessages) return "Three messages were left. The call stays on the list.";
  if (task.due_at <= now) return "Call again today.";
  return `The call returns to the list on ${formatWhen(task.due_at, task.patient_zone)}.`;
}
