import { formatPhone, isPhoneNumber } from "~/core/phone";
import { type ConsentChannel, consentChannels } from "~/messages/consent/consent-channels";
import { howConsented } from "~/messages/consent/consent-source";
import type { ConsentEntry } from "~/messages/consent/consents.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { DateTime } from "~/ui/date-time";
import { consentStrings } from "../../consent-strings";
import { factsOf, initialsOf, shownTitle } from "../../conversations/conversation";
import type { OpenConversation } from "../../conversations/open-conversation.server";
import { useShownConversation } from "../use-shown-conversation";
import { hrefOf, type View } from "../view";
import { ChangeForm } from "../view-form";
import { AssignForm } from "./assign-form";
import { SharedNotes } from "./notes-panel";
import { PatientWork } from "./patient-work";
import { TagForm } from "./tag-form";

const channelNames: Record<ConsentChannel, string> = {
  phone: "Phone",
  email: "Email",
  letter: "Letter",
  in_person: "In person",
};

interface DetailsProps extends OpenConversation {
  view: View;
}

export function Details({ view, thread: conversation, ledger, assignees, work }: DetailsProps) {
  const shown = useShownConversation(conversation);
  const isPhone = isPhoneNumber(conversation.phone);
  const facts = factsOf(conversation, formatPhone(conversation.phone));
  // ConsentCard already shows opt-outs.
  if (isPhone && ledger[0]?.given !== 0)
    facts.push(["Patient Consent", conversation.sms_consent ? "Consented to SMS texts" : "Awaiting consent"]);
  return (
    <aside className="about" aria-label="Details">
      <header className="about-head" id="about-head">
        <ButtonLink href={hrefOf({ ...view, details: false })} look="plain" className="step-back" data-go="">
          Back
        </ButtonLink>
        <span className="initials soft small" aria-hidden="true">
          {initialsOf(shown)}
        </span>
        <h2 dir="auto">{shownTitle(shown)}</h2>
      </header>
      <div id="about-facts">
        <table className="about-facts">
          <tbody>
            {facts.map(([name, value]) => (
              <tr key={name}>
                <th scope="row" className="soft">
                  {name}
                </th>
                <td className="num">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {isPhone && <ConsentCard ledger={ledger} conversationId={conversation.id} />}
      </div>
      {isPhone && <RecordConsent view={view} />}
      <PatientWork work={work} language={conversation.language} back={hrefOf(view)} />
      <section>
        <h3>Assignees</h3>
        <AssignForm view={view} thread={conversation} assignees={assignees} />
      </section>
      <section>
        <h3>Tags</h3>
        <TagForm view={view} thread={conversation} />
      </section>
      <section>
        <h3>
          <label htmlFor="notes">Shared Notes</label>
        </h3>
        <SharedNotes conversationId={conversation.id} back={hrefOf(view)} notes={conversation.notes} />
      </section>
      <form method="get" action={`/messages/${conversation.id}/export`} data-popup="export">
        <Button look="quiet">Export</Button>
      </form>
    </aside>
  );
}

function ConsentCard({ ledger, conversationId }: { ledger: ConsentEntry[]; conversationId: number }) {
  const [latest] = ledger;
  return (
    <div className="consent" id="consent-card">
      {latest ? <Entry {...latest} /> : <p className="soft">{consentStrings.none}</p>}
      <p>
        <a href={`/messages/${conversationId}/consent`}>Consent history and export</a>
      </p>
    </div>
  );
}

function Entry(entry: ConsentEntry) {
  return (
    <>
      <p>
        <strong>{entry.given ? consentStrings.agreed : consentStrings.optedOut}</strong> {howConsented(entry)}{" "}
        <DateTime at={entry.created_at} />
      </p>
      {entry.user_name && <p className="soft">{`Recorded by ${entry.user_name}`}</p>}
      {entry.wording && <blockquote dir="auto">{entry.wording}</blockquote>}
      {entry.note && <blockquote dir="auto">{entry.note}</blockquote>}
    </>
  );
}

function RecordConsent({ view }: { view: View }) {
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
