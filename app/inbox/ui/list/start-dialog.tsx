import type { FormProblem } from "~/core/form-problem";
import { DatabaseField } from "~/orders/ui/database-field";
import { Button } from "~/ui/components/button";
import { Dialog } from "~/ui/components/dialog";
import { Field, TextField } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { strings } from "../../strings";

interface StartDialogProps {
  databases: string[];
  problem: FormProblem | undefined;
}

export function StartDialog({ databases, problem }: StartDialogProps) {
  return (
    <Dialog id="start" title={strings.startTitle} open>
      <form method="post" action="/messages/start" data-change="">
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        <Field
          name="phone"
          label={strings.startPhone}
          hint={strings.startPhoneHint}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
          required
          problem={problem}
        />
        <Field
          name="patient_id"
          label={strings.startId}
          inputMode="numeric"
          maxLength={15}
          problem={problem}
        />
        <DatabaseField label={strings.startDb} databases={databases} problem={problem} />
        <Field
          name="patient_name"
          label={strings.startName}
          autoComplete="off"
          maxLength={120}
          problem={problem}
        />
        <TextField
          name="first_message"
          label="First message"
          placeholder={strings.startMessage}
          maxLength={1600}
          hint={strings.startNote}
          problem={problem}
        />
        <p className="buttons">
          <Button>{strings.send}</Button>
          <Button look="quiet" form="start-cancel">
            {strings.cancel}
          </Button>
        </p>
      </form>
      <form method="get" action="/messages" id="start-cancel" data-dismiss="" />
    </Dialog>
  );
}
