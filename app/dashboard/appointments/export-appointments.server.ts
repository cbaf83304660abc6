import { zoneLabel, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { cancelReasons, noShowReasons } from "~/visits/outcome/outcome-reasons";
import type { ListAppointments } from "../dashboard-schema";
import { appointmentRow } from "../visit-views";
import type { Filters } from "./appointment-filters.server";
import { listAppointments } from "./list-appointments.server";

const maxRows = 50_000;
// Pages are small because other requests wait while one is read.
const pageSize = 100;

export const appointmentColumns = {
  date: "Date",
  start_time: "Time",
  zone: "Time zone",
  therapist: "Therapist",
  brightree_db: "Brightree DB",
  patient_id: "Patient ID",
  sales_order_id: "Sales Order #",
  visit_type: "Type",
  status: "Status",
  patient_confirmed: "Patient confirmed",
  no_show_reason: "No-show reason",
  cancel_reason: "Cancellation reason",
  outcome_at: "Outcome time (UTC)",
};

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
