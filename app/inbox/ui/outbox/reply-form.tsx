import { formatPhone } from "~/core/phone";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";

export function ReplyForm({ to }: { to: string | undefined }) {
  return (
    <PostForm action="/admin/outbox" className="panel">
      <h2>Reply as the patient</h2>
      <Problem />
      <Field name="from" label="Patient's number" type="tel" value={to && formatPhone(to)} required />
      <Field
        name="body"
        label="Text"
        hint="YES agrees to texts, STOP opts out, and HELP asks who is texting."
        maxLength={10_000}
        autoComplete="off"
      />
      <FormButtons>Send reply</FormButtons>
    </PostForm>
  );
}
