import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { exportOrders, orderColumns } from "../orders/export-orders.server";
import { ExportOrders } from "../orders/orders-query";

export const { loader, action } = api({
  GET: method({
    summary: "A list of open orders as CSV, with its filters and sort order, up to 50,000 rows",
    allow: supervisors,
    input: ExportOrders,
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input, args }) {
      const zone = zoneForStaff(args.request);
      const now = app.clock.now();
      const viewer = { who, today: localDate(now, zone), zone, now };
      const csv = await toCsv(exportOrders(app.reads, input, viewer), orderColumns);
      const { search, ...filters } = input;
      // The search text isn't logged because it may be a name.
      const details = { ...filters, searched: search !== undefined, rows: csv.rows };
      await app.db
        .transaction()
        .execute((trx) => logAudit({ trx, app, who }, "orders.exported", null, details));
      return csvResponse(csv, "orders.csv");
    },
  }),
});
