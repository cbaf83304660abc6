import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { ShowCalendars } from "../calendars/calendars-query";
import { exportWorklist, worklistColumns } from "../calendars/export-worklist.server";

export const { loader, action } = api({
  GET: method({
    summary: "The worklist's lists as CSV, with its filters, up to 10,000 visits each",
    allow: supervisors,
    input: ShowCalendars.pick({ search: true, therapist: true, region: true, company: true, kind: true }),
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input, args }) {
      const now = app.clock.now();
      const today = localDate(now, zoneForStaff(args.request));
      const csv = await toCsv(exportWorklist(app.reads, input, today, now), worklistColumns);
      const { search, ...filters } = input;
      // The search text isn't logged because it may be a name.
      const details = { ...filters, searched: search !== undefined, rows: csv.rows };
      await app.db
        .transaction()
        .execute((trx) => logAudit({ trx, app, who }, "worklist.exported", null, details));
      return csvResponse(csv, "worklist.csv");
    },
  }),
});
