import { therapistColumn } from "~/dashboard/ui/lists/therapist-columns";
import { StatusBadge } from "~/ui/components/status";
import { type Column, Table } from "~/ui/components/table";
import { reasonOf } from "~/visits/outcome/outcome-reasons";
import { PatientOfVisit } from "~/visits/ui/patient";
import type { Direction, Sort } from "../../dashboard-schema";
import type { ShownVisit } from "../../shown-visit";
import { strings } from "../../strings";
import { listHref } from "./list-href";
import { whenColumns } from "./when-columns";

interface SortedBy {
  sort: Sort;
  direction: Direction;
}

interface AppointmentTableProps {
  path: string;
  caption?: string;
  rows: ShownVisit[];
  sorted: SortedBy;
  filters: Record<string, string | number | undefined>;
  zone: string | null;
}

export function AppointmentTable(props: AppointmentTableProps) {
  const { path, caption = strings.appointments, rows, sorted, filters, zone } = props;
  const columns: (Column<ShownVisit> & { head: string })[] = [
    ...whenColumns(zone),
    therapistColumn,
    { key: "db", head: "Brightree DB", cell: (visit) => visit.brightree_db },
    { key: "patient", head: "Patient ID", cell: (visit) => <PatientOfVisit visit={visit} /> },
    { key: "type", head: "Type", cell: (visit) => visit.visit_type },
    {
      key: "status",
      head: "Status",
      align: "acts",
      cell: (visit) => (
        <>
          <StatusBadge status={visit.status} />
          <span className="soft under">{reasonOf(visit)}</span>
        </>
      ),
    },
  ];
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={(visit) => visit.id}
      empty={strings.noAppointments}
      stacks
      columns={columns.map((column) => ({ ...column, ...sorting(path, column.key, sorted, filters) }))}
    />
  );
}

function sorting(
  path: string,
  key: string,
  { sort, direction }: SortedBy,
  filters: AppointmentTableProps["filters"],
) {
  const on = sort === key;
  const next = on && direction === "asc" ? "desc" : "asc";
  return {
    sortHref: listHref(path, { ...filters, sort: key, direction: next }),
    sorted: on ? (direction === "asc" ? ("ascending" as const) : ("descending" as const)) : undefined,
  };
}
