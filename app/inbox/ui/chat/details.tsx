import { formatPhone, isPhoneNumber } from "~/core/phone";
import type { ConsentEntry } from "~/messages/consent/consents.server";
import { Button, ButtonLink } from "~/ui/components/button";
import type { Work } from "../../conversation/find-work.server";
import { strings } from "../../strings";
import type { listAssignees } from "../../threads/assignees.server";
import { initialsOf, shownTitle, type Thread } from "../../threads/thread";
import { useShownThread } from "../use-shown-thread";
import { hrefOf, type View } from "../view";
import { AssignForm } from "./assign-form";
import { ConsentCard } from "./consent-card";
import { SharedNotes } from "./notes-panel";
import { PatientWork } from "./patient-work";
import { RecordConsent } from "./record-consent";
import { TagForm } from "./tag-form";

interface DetailsProps {
  view: View;
  thread: Thread;
  ledger: ConsentEntry[];
  assignees: Awaited<ReturnType<typeof listAssignees>>;
  work: Work;
}

export function Details({ view, thread, ledger, assignees, work }: DetailsProps) {
  const shown = useShownThread(thread);
  const isPhone = isPhoneNumber(thread.phone);
  const facts: [string, string][] = [
    [isPhone ? strings.mobile : strings.sender, formatPhone(thread.phone)],
    [strings.id, thread.patient_id === null ? "–" : String(thread.patient_id)],
    [strings.db, thread.brightree_db ?? "–"],
  ];
  // The consent history below shows an opt-out.
  if (isPhone && ledger[0]?.given !== 0)
    facts.push([strings.consent, thread.sms_consent ? strings.consented : strings.notConsented]);
  return (
    <aside className="about" aria-label={strings.details}>
      <header className="about-head" id="about-head">
        <ButtonLink href={hrefOf({ ...view, details: false })} look="plain" className="step-back" data-go="">
          {strings.back}
        </ButtonLink>
        <span className="initials" aria-hidden="true">
          {initialsOf(shown)}
        </span>
        <h2 dir="auto">{shownTitle(shown)}</h2>
      </header>
      <div id="about-facts">
        <table className="about-facts">
          <tbody>
            {facts.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="num">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {isPhone && <ConsentCard ledger={ledger} threadId={thread.id} />}
      </div>
      {isPhone && <RecordConsent view={view} threadId={thread.id} />}
      <PatientWork work={work} language={thread.language} back={hrefOf(view)} />
      <section>
        <h3>{strings.assignees}</h3>
        <AssignForm view={view} thread={thread} assignees={assignees} />
      </section>
      <section>
        <h3>{strings.tags}</h3>
        <TagForm view={view} thread={thread} />
      </section>
      <section>
        <h3>
          <label htmlFor="notes">{strings.notes}</label>
        </h3>
        <SharedNotes threadId={thread.id} back={hrefOf(view)} notes={thread.notes} />
      </section>
      <form method="get" action={`/messages/${thread.id}/export`} data-popup="export">
        <Button look="quiet">{strings.export}</Button>
      </form>
    </aside>
  );
}
