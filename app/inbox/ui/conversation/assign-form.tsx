import { Button } from "~/ui/components/button";
import { usePage } from "~/ui/page-context";
import type { OpenConversation } from "../../conversations/open-conversation.server";
import type { View } from "../view";
import { ChangeForm, GoForm } from "../view-form";

interface AssignFormProps extends Pick<OpenConversation, "thread" | "assignees"> {
  view: View;
}

export function AssignForm({ view, thread: conversation, assignees }: AssignFormProps) {
  const { staff } = usePage();
  if (conversation.assignee_user_id !== null) {
    return (
      <ChangeForm view={view} change="assign" id="assign" className="row">
        <span>{conversation.assignee_name}</span>
        <button type="submit" name="user_id" value="" className="button plain small">
          unassign
        </button>
      </ChangeForm>
    );
  }
  return (
    <details className="disclosure" id="assign">
      <summary className="button quiet small no-marker">+ Assign</summary>
      {staff && (
        <ChangeForm view={view} change="assign">
          <Button look="quiet" size="small" name="user_id" value={staff.userId}>
            Assign to me
          </Button>
        </ChangeForm>
      )}
      <ChangeForm view={view} change="assign" className="stack-tight">
        <label className="unseen" htmlFor="assignee">
          Select user…
        </label>
        <select className="input" id="assignee" name="user_id" required defaultValue="">
          <option value="" disabled>
            Select user…
          </option>
          {assignees.map(({ id, name, reads_messages }) => (
            <option key={id} value={id}>
              {reads_messages ? name : `${name} (no access to messages)`}
            </option>
          ))}
        </select>
        <Button look="quiet" size="small">
          Assign
        </Button>
      </ChangeForm>
      <GoForm view={view} data-close="">
        <Button look="plain" size="small">
          Cancel
        </Button>
      </GoForm>
    </details>
  );
}
