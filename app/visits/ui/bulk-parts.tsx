import { formatWhen, zoneOrUtc } from "~/core/time";
import { StatusBadge } from "~/ui/components/status";
import { type Column, Table } from "~/ui/components/table";
import type { BulkAct } from "../bulk/bulk-schema";
import type { Outcome } from "../bulk/change-visits.server";
import type { Visit } from "../visit";

/** What is asked before each act, and its button. */
export const bulkStrings: Record<BulkAct, { title: string; ask: string; verb: string }> = {
  confirm: {
    title: "Confirm visits",
    ask: "Each patient gets the meeting link of their therapist, and an invitation.",
    verb: "Confirm",
  },
  reassign: {
    title: "Reassign visits",
    ask: "The visits keep their times and wait for the new therapist to confirm them. The patients are told.",
    verb: "Reassign",
  },
  cancel: {
    title: "Cancel visits",
    ask: "The patients are told, and the times are free again.",
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

/** The selected visits as they are now. */
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

const marks: Record<Outcome["outcome"], string> = { done: "Done", already: "No change", refused: "Not done" };

/** What became of each visit. */
export function BulkOutcomes({ outcomes }: { outcomes: Outcome[] }) {
  return (
    <Table
      caption="What became of each visit"
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
              <b>{marks[row.outcome]}</b> <span>{row.sentence}</span>
            </span>
          ),
        },
      ]}
    />
  );
}
