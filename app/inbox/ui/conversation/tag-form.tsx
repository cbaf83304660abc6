import { Button } from "~/ui/components/button";
import type { Conversation } from "../../conversations/conversation";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

export function TagForm({ view, thread: conversation }: { view: View; thread: Conversation }) {
  return (
    <div id="tags" className="stack-tight">
      {conversation.tags.length > 0 && (
        <ChangeForm view={view} change="tags" className="chips">
          {conversation.tags.map((tag) => (
            <button
              key={tag}
              type="submit"
              name="remove"
              value={tag}
              className="chip small on"
              aria-label={`Remove the tag ${tag}`}
            >
              {tag}
            </button>
          ))}
        </ChangeForm>
      )}
      <details className="disclosure">
        <summary className="button quiet small no-marker">+ Add tag</summary>
        <ChangeForm view={view} change="tags" className="tag-new">
          <label className="unseen" htmlFor="tag">
            Add tag…
          </label>
          <input
            className="input"
            id="tag"
            name="tag"
            placeholder="Add tag…"
            maxLength={40}
            autoComplete="off"
          />
          <Button look="quiet" size="small">
            Add
          </Button>
        </ChangeForm>
      </details>
    </div>
  );
}
