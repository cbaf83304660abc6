import { formatPhone, isPhoneNumber } from "~/core/phone";
import { Button, ButtonLink } from "~/ui/components/button";
import type { OpenConversation } from "../../conversation/open-conversation.server";
import { factsOf, initialsOf, shownTitle } from "../../threads/thread";
import { useShownThread } from "../use-shown-thread";
import { hrefOf, type View } from "../view";
import { AssignForm } from "./assign-form";
import { ConsentCard } from "./consent-card";
import { SharedNotes } from "./notes-panel";
import { PatientWork } from "./patient-work";
import { RecordConsent } from "./record-consent";
import { TagForm } from "./tag-form";

interface DetailsProps extends OpenConversation {
  view: View;
}

export function Details({ view, thread, ledger, assignees, work }: DetailsProps) {
  const shown = useShownThread(thread);
  const isPhone = isPhoneNumber(thread.phone);
  const facts = factsOf(thread, formatPhone(thread.phone));
  // ConsentCard already shows opt-outs.
  if (isPhone && ledger[0]?.given !== 0)
    facts.push(["Patient Consent", thread.sms_consent ? "Consented to SMS texts" : "Awaiting consent"]);
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
        {isPhone && <ConsentCard ledger={ledger} threadId={thread.id} />}
      </div>
      {isPhone && <RecordConsent view={view} />}
      <PatientWork work={work} language={thread.language} back={hrefOf(view)} />
      <section>
        <h3>Assignees</h3>
        <AssignForm view={view} thread={thread} assignees={assignees} />
      </section>
      <section>
        <h3>Tags</h3>
        <TagForm view={view} thread={thread} />
      </section>
      <section>
        <h3>
          <label htmlFor="notes">Shared Notes</label>
        </h3>
        <SharedNotes threadId={thread.id} back={hrefOf(view)} notes={thread.notes} />
      </section>
      <form method="get" action={`/messages/${thread.id}/export`} data-popup="export">
        <Button look="quiet">Export</Button>
      </form>
    </aside>
  );
}
