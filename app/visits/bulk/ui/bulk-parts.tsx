import { isSupervisor, type Staff } from "~/core/who";
import { ButtonLink } from "~/ui/components/button";
import { StatusBadge } from "~/ui/components/status";
import { Table } from "~/ui/components/table";
import { choiceText } from "../../reassign/replacement-choice";
import { PatientName, PatientOfVisit } from "../../ui/patient";
import type { Visit } from "../../visit";
import { whenForStaff } from "../../visit-times";
import type { Outcome } from "../find-bulk-change.server";

export function BulkVisits({ visits }: { visits: Visit[] }) {
  return (
    <Table
      caption="Selected visits"
      rows={visits}
      rowKey={(visit) => visit.id}
      empty="No visits are selected."
      stacks
      columns={[
        { key: "when", head: "Date and time", align: "when", cell: (visit) => <VisitLink visit={visit} /> },
        {
          key: "therapist",
          head: "Therapist",
          align: "name",
          cell: (visit) => <TherapistLink visit={visit} />,
        },
        { key: "patient", head: "Patient", align: "name", cell: (visit) => <PatientOfVisit visit={visit} /> },
        { key: "db", head: "DB", align: "id", cell: (visit) => visit.brightree_db },
        { key: "status", head: "Status", cell: (visit) => <StatusBadge status={visit.status} /> },
      ]}
    />
  );
}

/** The versions that the page shows, so that visits that change before the form is sent are left out. */
export const SeenVisits = ({ visits }: { visits: Visit[] }) =>
  visits.map((visit) => <input key={visit.id} type="hidden" name="seen" value={choiceText(visit, null)} />);

interface BackLinkProps {
  staff: Staff;
  to: string | undefined;
  look?: "quiet";
}

/** Links back to the worklist or the therapist's calendar by default. */
export function BackLink({ staff, to, look }: BackLinkProps) {
  const href = to ?? (isSupervisor(staff) ? "/calendars?tab=worklist" : "/therapist");
  return (
    <ButtonLink href={href} look={look}>
      Back to the {placeOf(href)}
    </ButtonLink>
  );
}

function placeOf(href: string): string {
  if (href.startsWith("/visits/")) return "visit";
  return href.startsWith("/calendars?tab=worklist") ? "worklist" : "calendar";
}

function VisitLink({ visit }: { visit: Visit }) {
  return (
    <a href={`/visits/${visit.id}`} data-opens="">
      {whenForStaff(visit)}
    </a>
  );
}

export function TherapistLink({ visit }: { visit: Pick<Visit, "therapist_id" | "therapist"> }) {
  return (
    <a href={`/therapists/${visit.therapist_id}`} data-opens="">
      {visit.therapist}
    </a>
  );
}

const outcomeLabels: Record<NonNullable<Outcome["outcome"]>, string> = {
  done: "Done",
  already: "No change",
  refused: "Not done",
  undone: "Undone",
};

/** Lists the results, with the visits that couldn't be changed first. */
export function BulkOutcomes({ outcomes }: { outcomes: Outcome[] }) {
  const isRefused = ({ outcome }: Outcome) => Number(outcome === "refused");
  return (
    <ul className="box divided proposals" aria-label="Results">
      {[...outcomes]
        .sort((a, b) => isRefused(b) - isRefused(a))
        .map(({ id, visit, outcome, message }) => (
          <li key={id}>
            <div>
              <p className="num">
                <VisitLink visit={visit} />
              </p>
              <p className="small soft">
                patient {visit.patient_id}
                <PatientName name={visit.patient_name} />, {visit.brightree_db}, with{" "}
                <TherapistLink visit={visit} />
              </p>
            </div>
            <p className={`outcome ${outcome ?? ""}`}>
              {(outcome !== "done" || !message) && <b>{outcome ? outcomeLabels[outcome] : "To do"}</b>}{" "}
              <span>{message}</span>
            </p>
          </li>
        ))}
    </ul>
  );
}
