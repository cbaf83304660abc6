import { zoneLabel, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { cancelReasons, noShowReasons } from "~/visits/outcome/outcome-reasons";
import { findPhones } from "../calendars/export-worklist.server";
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
  patient_name: "Patient",
  phone: "Phone",
  sales_order_id: "Sales Order #",
  visit_type: "Type",
  status: "Status",
  patient_confirmed: "Patient confirmed",
  no_show_reason: "No-show reason",
  cancel_reason: "Cancellation reason",
  outcome_at: "Outcome time (UTC)",
};

/** The list's rows on all its pages, in its order. @param zone the user's zone, for sorting by time of day */
export async function* exportAppointments(
  db: Db,
  filters: Omit<ListAppointments, "limit" | "cursor"> & Pick<Filters, "today">,
  zone: string,
) {
  let cursor: string | undefined;
  let exported = 0;
  do {
    const page = await listAppointments(db, { ...filters, cursor, limit: pageSize }, { zone });
    exported += page.rows.length;
    cursor = page.next ?? undefined;
    const phones = await findPhones(
      db,
      page.rows.map(({ order_id }) => order_id),
    );
    yield page.rows.map((visit) => ({
      ...appointmentRow(visit),
      visit_type: visit.shown_type,
      patient_name: visit.patient_name,
      phone: phones.get(visit.order_id),
      zone: zoneLabel(visit.start_at, zoneOrUtc(visit.timezone)),
      no_show_reason: visit.no_show_reason && noShowReasons[visit.no_show_reason],
      cancel_reason: visit.cancel_reason && cancelReasons[visit.cancel_reason],
      patient_confirmed: visit.patient_confirmed ? "Yes" : "",
    }));
  } while (cursor && exported < maxRows);
}
