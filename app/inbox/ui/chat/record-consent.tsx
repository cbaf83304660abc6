import { consentChannels } from "~/messages/consent/consent-channels";
import { Button } from "~/ui/components/button";
import { consentStrings } from "../../consent-strings";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

/** Staff record what a patient asked for by phone, email, letter or in person. */
export function RecordConsent({ view, threadId }: { view: View; threadId: number }) {
  return (
    <details className="disclosure" id="record-consent">
      <summary className="button quiet small no-marker">{consentStrings.record}</summary>
      <ChangeForm view={view} threadId={threadId} change="consent" className="stack-tight">
        <label htmlFor="consent-channel">{consentStrings.how}</label>
        <select className="input" id="consent-channel" name="channel" required>
          {consentChannels.map((channel) => (
            <option key={channel} value={channel}>
              {consentStrings.channels[channel]}
            </option>
          ))}
        </select>
        <label htmlFor="consent-note">{consentStrings.note}</label>
        <p className="hint" id="consent-note-hint">
          {consentStrings.noteHint}
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
            {consentStrings.recordOptOut}
          </Button>
          <Button look="quiet" size="small" name="granted" value="true">
            {consentStrings.recordAgreed}
          </Button>
        </p>
      </ChangeForm>
    </details>
  );
}
