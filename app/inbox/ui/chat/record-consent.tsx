import { type ConsentChannel, consentChannels } from "~/messages/consent/consent-channels";
import { Button } from "~/ui/components/button";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

const channelNames: Record<ConsentChannel, string> = {
  phone: "Phone",
  email: "Email",
  letter: "Letter",
  in_person: "In person",
};

export function RecordConsent({ view, threadId }: { view: View; threadId: number }) {
  return (
    <details className="disclosure" id="record-consent">
      <summary className="button quiet small no-marker">Record consent</summary>
      <ChangeForm view={view} threadId={threadId} change="consent" className="stack-tight">
        <label htmlFor="consent-channel">How the patient asked</label>
        <select className="input" id="consent-channel" name="channel" required>
          {consentChannels.map((channel) => (
            <option key={channel} value={channel}>
              {channelNames[channel]}
            </option>
          ))}
        </select>
        <label htmlFor="consent-note">Note</label>
        <p className="hint" id="consent-note-hint">
          For example, when and with whom you spoke.
        </p>
        <input
          className="input"
          id="consent-note"
          name="note"
          maxLength={1000}
          autoComplete="off"
          aria-describedby="consent-note-hint"
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
