import { CheckGroup } from "~/accounts/users/ui/check-group";
import { Check, Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem, useProblem } from "~/ui/components/form";
import { webhookEvents, webhookEventTypes } from "../webhook-events";

export function WebhookForm({ company }: { company: string }) {
  return (
    <PostForm className="panel reading" aria-labelledby="add-title">
      <h2 id="add-title">Add a webhook</h2>
      <Problem />
      <p>
        Firstnight sends each event to this URL as it happens. Events contain IDs and times, but no names or
        phone numbers.
      </p>
      <input type="hidden" name="company" value={company} />
      <Field
        name="url"
        label="URL"
        type="url"
        hint="Get this from the other system. For example: https://hooks.example.com/firstnight"
        maxLength={2000}
        required
      />
      <Events />
      <FormButtons>Add webhook</FormButtons>
    </PostForm>
  );
}

function Events() {
  const isFirst = useProblem() === undefined;
  return (
    <CheckGroup name="events" label="Events">
      {webhookEventTypes.map((type) => (
        <Check
          key={type}
          name="events"
          value={type}
          label={
            <>
              {webhookEvents[type]} <code className="soft">{type}</code>
            </>
          }
          defaultChecked={isFirst}
        />
      ))}
    </CheckGroup>
  );
}
