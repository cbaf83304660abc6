import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { exportPendingCodes } from "../access/pending-codes.server";
import { PendingCodes } from "../order-schema";

const columns = {
  email: "Email",
  phone: "Phone",
  patient_id: "Patient ID",
  patient_name: "Patient",
  brightree_db: "Brightree DB",
  sales_order_no: "Sales Order #",
  sent_at: "Sent",
  expires_at: "Expires",
  opened_at: "Link opened",
};

export const { loader, action } = api({
  GET: method({
    summary: "The list of live access codes as CSV, with its filters and sort order, without codes and links",
    allow: supervisors,
    input: PendingCodes.omit({ page: true }),
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input, args }) {
      const csv = await toCsv(exportPendingCodes(app, input, zoneForStaff(args.request)), columns);
      const { search, ...filters } = input;
      // The search text isn't logged because it may be a name.
      const details = { ...filters, searched: search !== undefined, rows: csv.rows };
      await app.db
        .transaction()
        .execute((trx) => logAudit({ trx, app, who }, "codes.exported", null, details));
      return csvResponse(csv, "pending-codes.csv");
    },
  }),
});
