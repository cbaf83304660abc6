import { zoneOrUtc } from "~/core/time";
import type { Visit } from "~/scheduling/visits/visit";
import { ButtonLink } from "~/ui/components/button";
import { StatusWord } from "~/ui/components/status";
import { Table } from "~/ui/components/table";
import { When } from "~/ui/when";

interface VisitListProps {
  caption: string;
  visits: Visit[];
  empty: string;
  /** Supervisors see whose visit it is. */
  withTherapist: boolean;
}

/** Visits in a table, each with what can be done to it from where it stands. */
export function VisitList({ caption, visits, empty, withTherapist }: VisitListProps) {
  const therapist = { key: "therapist", head: "Therapist", cell: (visit: Visit) => visit.therapist };
  return (
    <Table
      caption={caption}
      rows={visits}
      rowKey={(visit) => visit.id}
      empty={empty}
      columns={[
        {
          key: "date",
          head: "Date",
          align: "when",
          cell: (visit) => <When at={visit.start_at} zone={zoneOrUtc(visit.timezone)} format="day" />,
        },
        {
          key: "time",
          head: "Time",
          align: "when",
          cell: (visit) => (
            <>
              <When at={visit.start_at} zone={zoneOrUtc(visit.timezone)} format="time" />{" "}
              <When at={visit.start_at} zone={zoneOrUtc(visit.timezone)} format="zone" />
            </>
          ),
        },
        ...(withTherapist ? [therapist] : []),
        { key: "patient", head: "Patient ID", align: "right", cell: (visit) => visit.patient_id },
        { key: "db", head: "Brightree DB", cell: (visit) => visit.brightree_db },
        { key: "type", head: "Type", cell: (visit) => visit.visit_type },
        { key: "status", head: "Status", cell: (visit) => <StatusWord status={visit.status} /> },
        { key: "actions", head: "Actions", cell: (visit) => <Actions visit={visit} /> },
      ]}
    />
  );
}

const actions: Record<string, [verb: string, label: string][]> = {
  submitted: [
    ["confirm", "Confirm"],
    ["cancel", "Cancel"],
  ],
  pending: [
    ["confirm", "Confirm"],
    ["cancel", "Cancel"],
  ],
  confirmed: [
    ["complete", "Complete"],
    ["cancel", "Cancel"],
  ],
};

function Actions({ visit }: { visit: Visit }) {
  return (
    <span className="buttons">
      {(actions[visit.status] ?? []).map(([verb, label]) => (
        <ButtonLink key={verb} href={`/visits/${visit.id}/${verb}`} look="quiet" size="small">
          {label}
          <span className="unseen"> the visit of patient {visit.patient_id}</span>
        </ButtonLink>
      ))}
    </span>
  );
}
