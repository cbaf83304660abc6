import { type ConsentChannel, consentChannels } from "~/messages/consent/consent-channels";
import { Button } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

const channelNames: Record<ConsentChannel, string> = {
  phone: "Phone",
  email: "Email",
  letter: "Letter",
  in_person: "In person",
};

export function RecordConsent({ view }: { view: View }) {
  return (
    <details className="disclosure" id="record-consent">
      <summary className="button quiet small no-marker">Record consent</summary>
      <ChangeForm view={view} change="consent" className="stack-tight">
        <Choice name="channel" label="How the patient asked" required>
          {consentChannels.map((channel) => (
            <option key={channel} value={channel}>
              {channelNames[channel]}
            </option>
          ))}
        </Choice>
        <Field
          name="note"
          label="Note"
          hint="For example, when and with whom you spoke."
          maxLength={1000}
          autoComplete="off"
        />
        <p className="row">
          <Button look="quiet" size="small" name="granted" value="false">
            Turn texts off
          </Button>
          <Button look="quiet" size="small" name="granted" value="true">
            Turn texts on
          </Button>
        </p>
      </ChangeForm>
    </details>
  );
}
