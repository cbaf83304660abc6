import { zoneLabel, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { cancelReasons, noShowReasons } from "~/visits/outcome/outcome-reasons";
import type { ListAppointments } from "../dashboard-schema";
import type { Filters } from "./appointment-filters.server";
import { appointmentRow, listAppointments } from "./list-appointments.server";

const maxRows = 50_000;
// Small pages, because other requests wait for each.
const pageSize = 100;

export const appointmentColumns = [
  { key: "date", header: "Date" },
  { key: "start_time", header: "Time" },
  { key: "zone", header: "Time zone" },
  { key: "therapist", header: "Therapist" },
  { key: "brightree_db", header: "Brightree DB" },
  { key: "patient_id", header: "Patient ID" },
  { key: "sales_order_id", header: "Sales Order #" },
  { key: "visit_type", header: "Type" },
  { key: "status", header: "Status" },
  { key: "patient_confirmed", header: "Patient confirmed" },
  { key: "no_show_reason", header: "No-show reason" },
  { key: "cancel_reason", header: "Cancel reason" },
  { key: "outcome_at", header: "Outcome time (UTC)" },
];

/** The rows of the CSV export, page by page. */
export async function* exportAppointments(
  db: Db,
  filters: Omit<ListAppointments, "limit" | "cursor"> & Pick<Filters, "today">,
) {
  let cursor: string | undefined;
  let exported = 0;
  do {
    const page = await listAppointments(db, { ...filters, cursor, limit: pageSize });
    exported += page.rows.length;
    cursor = page.next ?? undefined;
    yield page.rows.map((visit) => ({
      ...appointmentRow(visit),
      zone: zoneLabel(visit.start_at, zoneOrUtc(visit.timezone)),
      no_show_reason: visit.no_show_reason && noShowReasons[visit.no_show_reason],
      cancel_reason: visit.cancel_reason && cancelReasons[visit.cancel_reason],
      patient_confirmed: visit.patient_confirmed ? "Yes" : "",
    }));
  } while (cursor && exported < maxRows);
}
