import { DatabaseField } from "~/orders/ui/database-field";
import { Button } from "~/ui/components/button";
import { Dialog } from "~/ui/components/dialog";
import { Field, TextField } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import type { Recipient } from "../../conversations/find-recipient.server";
import type { Sender } from "../../conversations/sender.server";
import { SenderField } from "../sender-field";

interface StartDialogProps {
  databases: string[];
  senders: Sender[];
  patient: Recipient;
  /** Filled in for the user to change. */
  text: string;
}

export function StartDialog({ databases, senders, patient, text }: StartDialogProps) {
  return (
    <Dialog id="start" title="Start SMS" open>
      <PostForm action="/messages/start" data-change="">
        <Problem />
        <Field
          name="phone"
          label="Patient mobile (10 digits or +1…)"
          hint="Required to send."
          type="tel"
          inputMode="tel"
          value={patient?.phone ?? ""}
          autoComplete="off"
          maxLength={40}
          required
        />
        <Field
          name="patient_id"
          label="Patient ID (optional)"
          value={patient ? String(patient.patient_id) : ""}
          inputMode="numeric"
          maxLength={15}
        />
        <DatabaseField
          label="Brightree DB (e.g. QHMS)"
          databases={databases}
          value={patient?.brightree_db ?? ""}
        />
        <Field
          name="patient_name"
          label="Patient Name (optional)"
          value={patient?.patient_name ?? ""}
          autoComplete="off"
          maxLength={120}
        />
        <SenderField senders={senders} />
        <TextField
          name="first_message"
          label="First message"
          value={text}
          placeholder="First message… (will send after YES consent)"
          maxLength={1600}
          hint="First message is queued until the patient replies YES."
        />
        <p className="buttons">
          <Button>Send</Button>
          <Button look="quiet" form="start-cancel">
            Cancel
          </Button>
        </p>
      </PostForm>
      <form method="get" action="/messages" id="start-cancel" data-dismiss="" />
    </Dialog>
  );
}
