import type { FormProblem } from "~/core/form-problem";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";

interface SharedNotesProps {
  conversationId: number;
  back: string;
  notes: string;
  problem?: FormProblem | undefined;
}

export function SharedNotes({ conversationId, back, notes, problem }: SharedNotesProps) {
  return (
    <form
      method="post"
      action={`/messages/${conversationId}/notes`}
      id="notes-form"
      data-change=""
      className="stack-tight"
    >
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="before" id="notes-before" value={notes} />
      {problem && (
        <Notice tone="bad">
          <p>{problem.message}</p>
          <p className="newer" dir="auto">
            {notes}
          </p>
        </Notice>
      )}
      <textarea
        className="input"
        id="notes"
        name="notes"
        aria-label="Shared Notes"
        maxLength={10_000}
        defaultValue={problem?.typed.notes ?? notes}
      />
      <Button look="quiet" size="small">
        Save
      </Button>
    </form>
  );
}
