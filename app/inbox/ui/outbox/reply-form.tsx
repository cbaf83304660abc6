import type { FormProblem } from "~/core/form-problem";
import { formatPhone } from "~/core/phone";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";

interface ReplyFormProps {
  to: string | undefined;
  problem: FormProblem | undefined;
}

export function ReplyForm({ to, problem }: ReplyFormProps) {
  return (
    <form method="post" action="/admin/outbox" className="panel">
      <h2>Reply as the patient</h2>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      <Field
        name="from"
        label="Patient's number"
        type="tel"
        value={to && formatPhone(to)}
        problem={problem}
        required
      />
      <Field
        name="body"
        label="Text"
        hint="YES agrees to texts, STOP opts out, HELP asks who is texting."
        problem={problem}
        maxLength={10_000}
        autoComplete="off"
      />
      <div className="buttons">
        <Button>Send reply</Button>
      </div>
    </form>
  );
}
