import { DatabaseField } from "~/orders/ui/database-field";
import { Button } from "~/ui/components/button";
import { Dialog } from "~/ui/components/dialog";
import { Field, TextField } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { strings } from "../../strings";
import type { Recipient } from "../../threads/find-recipient.server";

interface StartDialogProps {
  databases: string[];
  /** The patient that the dialog was opened for. */
  patient: Recipient;
}

export function StartDialog({ databases, patient }: StartDialogProps) {
  return (
    <Dialog id="start" title={strings.startTitle} open>
      <PostForm action="/messages/start" data-change="">
        <Problem />
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
        />
        <Field
          name="patient_id"
          label={strings.startId}
          value={patient ? String(patient.patient_id) : ""}
          inputMode="numeric"
          maxLength={15}
        />
        <DatabaseField label={strings.startDb} databases={databases} value={patient?.brightree_db ?? ""} />
        <Field
          name="patient_name"
          label={strings.startName}
          value={patient?.patient_name ?? ""}
          autoComplete="off"
          maxLength={120}
        />
        <TextField
          name="first_message"
          label="First message"
          placeholder={strings.startMessage}
          maxLength={1600}
          hint={strings.startNote}
        />
        <p className="buttons">
          <Button>{strings.send}</Button>
          <Button look="quiet" form="start-cancel">
            {strings.cancel}
          </Button>
        </p>
      </PostForm>
      <form method="get" action="/messages" id="start-cancel" data-dismiss="" />
    </Dialog>
  );
}
