import type { ShownVisit } from "~/dashboard/shown-visit";
import { StatusBadge } from "~/ui/components/status";
import { type Column, Table } from "~/ui/components/table";
import { reasonOf } from "~/visits/outcome/outcome-reasons";
import { OutcomeButtons } from "~/visits/ui/outcome-buttons";
import { PatientOfVisit } from "~/visits/ui/patient";
import { waitingReason } from "../calendars/waiting-time";
import { confirmColumn, therapistColumn, whenColumns } from "./lists/visit-columns";
import { type RowSelection, selectColumn } from "./select-column";

export interface VisitTableProps {
  caption: string;
  visits: ShownVisit[];
  empty: string;
  zone: string | null;
  now: number;
  select?: RowSelection;
  /** The buttons of each row. */
  acts?: "outcome" | "confirm" | undefined;
}

export function VisitTable({ caption, visits, empty, zone, now, select, acts }: VisitTableProps) {
  return (
    <Table
      caption={caption}
      rows={visits}
      rowKey={(visit) => visit.id}
      empty={empty}
      stacks
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
      : [{ key: "region", head: "Region", cell: (visit: ShownVisit) => visit.region }]),
    { key: "db", head: "DB", align: "id", cell: (visit) => visit.brightree_db },
    {
      key: "status",
      head: "Status",
      // On phones, only one such column stays visible.
      ...(!acts && { align: "acts" as const }),
      cell: (visit) => (
        <>
          <StatusBadge status={visit.status} />
          <span className="soft under">{reasonOf(visit) ?? waitingReason(visit, now)}</span>
        </>
      ),
    },
  ];
}
