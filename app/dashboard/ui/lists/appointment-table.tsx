import { StatusBadge } from "~/ui/components/status";
import { type Column, Table } from "~/ui/components/table";
import { outcomeReason } from "~/visits/outcome/outcome-reasons";
import { PatientOfVisit } from "~/visits/ui/patient";
import type { ShownVisit } from "../../shown-visit";
import { strings } from "../../strings";
import { sortBy } from "./sort-by";
import { therapistColumn, whenColumns } from "./visit-columns";

interface AppointmentTableProps {
  path: string;
  caption?: string;
  rows: ShownVisit[];
  filters: Parameters<typeof sortBy>[2];
  zone: string | null;
  /** The date to mark, `YYYY-MM-DD`. */
  today?: string;
}

export function AppointmentTable(props: AppointmentTableProps) {
  const { path, caption = strings.appointments, rows, filters, zone, today } = props;
  const columns: (Column<ShownVisit> & { head: string })[] = [
    ...whenColumns(zone, today),
    therapistColumn,
    { key: "db", head: "Brightree DB", align: "id", cell: (visit) => visit.brightree_db },
    { key: "patient", head: "Patient ID", align: "name", cell: (visit) => <PatientOfVisit visit={visit} /> },
    { key: "type", head: "Type", align: "id", cell: (visit) => visit.shown_type },
    {
      key: "status",
      head: "Status",
      align: "acts",
      cell: (visit) => (
        <>
          <StatusBadge status={visit.status} />
          <span className="soft under">{outcomeReason(visit)}</span>
        </>
      ),
    },
  ];
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={(visit) => visit.id}
      empty={
        <>
          {strings.noAppointments}
          <span className="soft under">
            {strings.noAppointmentsHelp} <a href={path}>{strings.showAll}</a> or{" "}
            <a href="/new-appointment">{strings.addOne}</a>.
          </span>
        </>
      }
      stacks="late"
      columns={columns.map((column) => ({ ...column, ...sortBy(path, column.key, filters) }))}
    />
  );
}
