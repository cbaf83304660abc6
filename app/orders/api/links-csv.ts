import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { formatWhen } from "~/core/time";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { listGivenLinks } from "../access/send-links.server";
import { ChosenOrders } from "../order-schema";

const columns = {
  patient_id: "Patient ID",
  patient_name: "Patient",
  phone: "Phone",
  email: "Email",
  code: "Code",
  link: "Link",
  expires_at: "Code expires",
};

export const { loader, action } = api({
  GET: method({
    summary: "The live codes and links of up to 200 orders as CSV, for staff to give to patients",
    allow: supervisors,
    input: ChosenOrders,
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input, args }) {
      const zone = zoneForStaff(args.request);
      async function* rows() {
        const links = await listGivenLinks(app, who, input.order);
        yield links.map(({ expires_at, ...row }) => ({ ...row, expires_at: formatWhen(expires_at, zone) }));
      }
      const csv = await toCsv(rows(), columns);
      await app.db
        .transaction()
        .execute((trx) => logAudit({ trx, app, who }, "codes.listed", null, { rows: csv.rows }));
      return csvResponse(csv, "links.csv");
    },
  }),
});
