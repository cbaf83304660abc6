import type { ReactNode } from "react";
import type { ShownVisit } from "~/dashboard/shown-visit";
import { StatusBadge } from "~/ui/components/status";
import { type Column, Table } from "~/ui/components/table";
import { outcomeReason } from "~/visits/outcome/outcome-reasons";
import { OutcomeButtons } from "~/visits/ui/outcome-buttons";
import { PatientOfVisit } from "~/visits/ui/patient";
import { waitingReason } from "../calendars/waiting-time";
import { confirmColumn, therapistColumn, whenColumns } from "./lists/visit-columns";

/** The script worklist.enhance.ts replaces the link in the header with a checkbox. */
const selectColumn = ({ allHref, isChecked }: RowSelection): Column<ShownVisit> => ({
  key: "select",
  head: (
    <>
      <a href={allHref} data-pick-link="">
        Select all
      </a>
      <label className="pick" data-pick-all="" hidden>
        <input type="checkbox" />
        <span className="unseen">Select all on this page</span>
      </label>
    </>
  ),
  cell: (visit) => (
    <label className="pick">
      <input type="checkbox" name="visit" value={visit.id} defaultChecked={isChecked} />
      <span className="unseen">{`patient ${visit.patient_id}, ${visit.therapist}`}</span>
    </label>
  ),
});

interface VisitTableProps {
  caption: string;
  visits: ShownVisit[];
  empty: ReactNode;
  zone: string | null;
  now: number;
  select?: RowSelection;
  acts?: "outcome" | "confirm" | undefined;
}

export function VisitTable({ caption, visits, empty, zone, now, select, acts }: VisitTableProps) {
  return (
    <Table
      caption={caption}
      rows={visits}
      rowKey={(visit) => visit.id}
      empty={empty}
      stacks="late"
      columns={[
        ...(select && visits.length > 0 ? [selectColumn(select)] : []),
        ...columns(zone, now, acts),
        ...(acts === "outcome" ? [outcomes] : acts === "confirm" ? [confirmColumn] : []),
      ]}
    />
  );
}

const outcomes: Column<ShownVisit> = {
  key: "outcome",
  head: "Outcome",
  align: "acts",
  cell: (visit) => <OutcomeButtons visit={visit} />,
};

function columns(zone: string | null, now: number, acts: VisitTableProps["acts"]): Column<ShownVisit>[] {
  return [
    ...whenColumns(zone),
    therapistColumn,
    { key: "patient", head: "Patient", align: "name", cell: (visit) => <PatientOfVisit visit={visit} /> },
    // The two buttons leave no room for the region.
    ...(acts === "outcome"
      ? []
      : [{ key: "region", head: "Region", align: "id" as const, cell: (visit: ShownVisit) => visit.region }]),
    { key: "db", head: "DB", align: "id", cell: (visit) => visit.brightree_db },
    {
      key: "status",
      head: "Status",
      // On phones, only one such column stays visible.
      ...(!acts && { align: "acts" as const }),
      cell: (visit) => (
        <>
          <StatusBadge status={visit.status} />
          <span className="soft under">{outcomeReason(visit) ?? waitingReason(visit, now)}</span>
        </>
      ),
    },
  ];
}

interface RowSelection {
  /** The address of this page with all rows checked. */
  allHref: string;
  isChecked: boolean;
}
