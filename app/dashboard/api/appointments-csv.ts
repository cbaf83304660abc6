import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { record } from "~/accounts/record.server";
import { supervisors } from "~/core/who";
import { appointmentRow } from "~/dashboard/appointments/appointment-rows.server";
import { exportAppointments } from "~/dashboard/appointments/export-appointments.server";
import { ListAppointments } from "~/dashboard/schema";
import { api, method } from "~/http/api.server";

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
];

export const { loader, action } = api({
  GET: method({
    summary: "The appointments view as CSV, filtered and sorted the same, the first 50,000 rows",
    allow: supervisors,
    input: ListAppointments.omit({ limit: true, cursor: true }),
    output: z.string(),
    async run({ app, who, input }) {
      const visits = await exportAppointments(app.reads, input);
      const { search, ...filters } = input;
      // What was searched for may be a name.
      const details = { ...filters, searched: search !== undefined, rows: visits.length };
      await app.db
        .transaction()
        .execute((trx) => record(trx, app, who, { action: "appointments.exported", details }));
      const table = stringify(
        visits.map((visit) => ({ ...appointmentRow(visit), zone: visit.timezone })),
        // A cell that starts with "=" would run as a formula where the file is opened.
        { header: true, columns, bom: true, escape_formulas: true },
      );
      return new Response(table, {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": 'attachment; filename="appointments.csv"',
          "Cache-Control": "no-store",
        },
      });
    },
  }),
});
