import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { localDate, zoneLabel, zoneOrUtc } from "~/core/time";
import { supervisors } from "~/core/who";
import { exportAppointments } from "~/dashboard/appointments/export-appointments.server";
import { appointmentRow } from "~/dashboard/appointments/list-appointments.server";
import { ListAppointments } from "~/dashboard/dashboard-schema";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { cancelReasons, noShowReasons } from "~/visits/outcome/outcome-reasons";
import type { Visit } from "~/visits/visit";

const columns = [
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

export const { loader, action } = api({
  GET: method({
    summary: "The appointments view as CSV, filtered and sorted the same, the first 50,000 rows",
    allow: supervisors,
    input: ListAppointments.omit({ limit: true, cursor: true }),
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input, args }) {
      const today = localDate(app.clock.now(), zoneForStaff(args.request));
      const csv = await toCsv(rowsOf(exportAppointments(app.reads, { ...input, today })), columns);
      const { search, ...filters } = input;
      // A search may be a name.
      const details = { ...filters, searched: search !== undefined, rows: csv.rows };
      await app.db
        .transaction()
        .execute((trx) => logAudit(trx, app, who, "appointments.exported", null, details));
      return csvResponse(csv, "appointments.csv");
    },
  }),
});

async function* rowsOf(pages: AsyncIterable<Visit[]>) {
  for await (const page of pages) {
    yield page.map((visit) => ({
      ...appointmentRow(visit),
      zone: zoneLabel(visit.start_at, zoneOrUtc(visit.timezone)),
      no_show_reason: visit.no_show_reason && noShowReasons[visit.no_show_reason],
      cancel_reason: visit.cancel_reason && cancelReasons[visit.cancel_reason],
      patient_confirmed: visit.patient_confirmed ? "Yes" : "",
    }));
  }
}
