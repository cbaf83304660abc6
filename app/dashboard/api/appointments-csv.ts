import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { appointmentColumns, exportAppointments } from "~/dashboard/appointments/export-appointments.server";
import { ListAppointments } from "~/dashboard/dashboard-schema";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";

export const { loader, action } = api({
  GET: method({
    summary: "The appointments view as CSV, with its filters and sort order, up to 50,000 rows",
    allow: supervisors,
    input: ListAppointments.omit({ limit: true, cursor: true }),
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input, args }) {
      const zone = zoneForStaff(args.request);
      const today = localDate(app.clock.now(), zone);
      const csv = await toCsv(exportAppointments(app.reads, { ...input, today }, zone), appointmentColumns);
      const { search, ...filters } = input;
      // The search text isn't logged because it may be a name.
      const details = { ...filters, searched: search !== undefined, rows: csv.rows };
      await app.db
        .transaction()
        .execute((trx) => logAudit({ trx, app, who }, "appointments.exported", null, details));
      return csvResponse(csv, "appointments.csv");
    },
  }),
});
