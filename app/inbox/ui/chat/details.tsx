import { isPhoneNumber } from "~/core/phone";
import { Button, ButtonLink } from "~/ui/components/button";
import type { ConsentEntry } from "../../conversation/consent";
import { words } from "../../strings";
import type { Assignee } from "../../threads/assignees.server";
import { initialsOf, shownTitle, type Thread } from "../../threads/thread";
import { hrefOf, type View } from "../view";
import { AssignForm } from "./assign-form";
import { ConsentCard } from "./consent-card";
import { SharedNotes } from "./notes-panel";
import { TagForm } from "./tag-form";

interface DetailsProps {
  view: View;
  thread: Thread;
  ledger: ConsentEntry[];
  assignees: Assignee[];
  zone: string;
}

/** The third column: who the patient is, consent, assignee, tags, notes, export. */
export function Details({ view, thread, ledger, assignees, zone }: DetailsProps) {
  const isPhone = isPhoneNumber(thread.phone);
  const facts: [string, string][] = [
    [isPhone ? words.mobile : words.sender, thread.phone],
    [words.id, thread.patient_id === null ? "–" : String(thread.patient_id)],
    [words.db, thread.brightree_db ?? "–"],
  ];
  if (isPhone) facts.push([words.consent, thread.sms_consent ? words.consented : words.notConsented]);
  return (
    <aside className="about" aria-label={words.details}>
      <header className="about-head" id="about-head">
        <ButtonLink href={hrefOf({ ...view, details: false })} look="plain" className="step-back" data-go="">
          {words.back}
        </ButtonLink>
        <span className="initials" aria-hidden="true">
          {initialsOf(thread)}
        </span>
        <h2 dir="auto">{shownTitle(thread)}</h2>
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
        {isPhone && <ConsentCard ledger={ledger} zone={zone} />}
      </div>
      <section>
        <h3>{words.assignees}</h3>
        <AssignForm view={view} thread={thread} assignees={assignees} />
      </section>
      <section>
        <h3>{words.tags}</h3>
        <TagForm view={view} thread={thread} />
      </section>
      <section>
        <h3>
          <label htmlFor="notes">{words.notes}</label>
        </h3>
        <SharedNotes threadId={thread.id} back={hrefOf(view)} notes={thread.notes} />
      </section>
      <form method="get" action={`/messages/${thread.id}/export`} data-popup="export">
        <Button look="quiet">{words.export}</Button>
      </form>
    </aside>
  );
}
