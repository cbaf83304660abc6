import type { FormProblem } from "~/core/form-problem";
import { DatabaseField } from "~/orders/ui/database-field";
import { Button } from "~/ui/components/button";
import { Dialog } from "~/ui/components/dialog";
import { Field, TextField } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { strings } from "../../strings";
import type { Recipient } from "../../threads/find-recipient.server";

interface StartDialogProps {
  databases: string[];
  /** The patient the dialog was opened for. */
  patient: Recipient;
  problem: FormProblem | undefined;
}

export function StartDialog({ databases, patient, problem }: StartDialogProps) {
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
          value={patient?.phone ?? ""}
          autoComplete="off"
          maxLength={40}
          required
          problem={problem}
        />
        <Field
          name="patient_id"
          label={strings.startId}
          value={patient ? String(patient.patient_id) : ""}
          inputMode="numeric"
          maxLength={15}
          problem={problem}
        />
        <DatabaseField
          label={strings.startDb}
          databases={databases}
          value={patient?.brightree_db ?? ""}
          problem={problem}
        />
        <Field
          name="patient_name"
          label={strings.startName}
          value={patient?.patient_name ?? ""}
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
