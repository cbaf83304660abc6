import { formatWhen, zoneOrUtc } from "~/core/time";
import { StatusBadge } from "~/ui/components/status";
import { type Column, Table } from "~/ui/components/table";
import type { BulkAct } from "../bulk/bulk-schema";
import type { Outcome } from "../bulk/change-visits.server";
import type { Visit } from "../visit";

export const bulkStrings: Record<BulkAct, { title: string; question: string; verb: string }> = {
  confirm: {
    title: "Confirm visits",
    question: "Each patient gets their therapist's meeting link and an invitation.",
    verb: "Confirm",
  },
  reassign: {
    title: "Reassign visits",
    question:
      "The visits keep their times. The new therapist has to confirm them. The patients are notified.",
    verb: "Reassign",
  },
  cancel: {
    title: "Cancel visits",
    question: "The patients are notified, and the times become available again.",
    verb: "Cancel",
  },
};

const columns: Column<Visit>[] = [
  {
    key: "when",
    head: "Date and time",
    align: "when",
    cell: (visit) => formatWhen(visit.start_at, zoneOrUtc(visit.timezone)),
  },
  { key: "therapist", head: "Therapist", cell: (visit) => visit.therapist },
  { key: "patient", head: "Patient", align: "right", cell: (visit) => visit.patient_id },
  { key: "db", head: "DB", cell: (visit) => visit.brightree_db },
];

export function BulkVisits({ visits }: { visits: Visit[] }) {
  return (
    <Table
      caption="Selected visits"
      rows={visits}
      rowKey={(visit) => visit.id}
      empty="No visits are selected."
      columns={[
        ...columns,
        { key: "status", head: "Status", cell: (visit) => <StatusBadge status={visit.status} /> },
      ]}
    />
  );
}

const outcomeLabels: Record<Outcome["outcome"], string> = {
  done: "Done",
  already: "No change",
  refused: "Not done",
};

export function BulkOutcomes({ outcomes }: { outcomes: Outcome[] }) {
  return (
    <Table
      caption="Results"
      rows={outcomes}
      rowKey={(row) => row.id}
      empty="No visits are selected."
      columns={[
        ...columns.map((column) => ({
          ...column,
          cell: ({ visit }: Outcome) => (visit ? column.cell(visit) : "—"),
        })),
        {
          key: "result",
          head: "Result",
          cell: (row) => (
            <span className={`outcome ${row.outcome}`}>
              <b>{outcomeLabels[row.outcome]}</b> <span>{row.message}</span>
            </span>
          ),
        },
      ]}
    />
  );
}
