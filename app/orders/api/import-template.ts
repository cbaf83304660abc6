import { stringify } from "csv-stringify/sync";
import * as z from "zod";
import { api, method } from "~/http/api.server";
import { orderRow } from "../order-row";

const example: Record<string, string> = {
  brightree_db: "QHMS",
  patient_id: "40123",
  sales_order_no: "0700123",
  patient_name: "Robert Ellis",
  dob: "4/12/1956",
  phone: "(919) 555-0142",
  email: "robert.ellis@example.com",
  state: "NC",
  step: "4",
  referral_at: "1/19/2026",
};

export const { loader, action } = api({
  GET: method({
    summary: "An order file with every column and an example row, to fill in",
    allow: ["admin"],
    output: z.string(),
    type: "text/csv",
    async run({ app }) {
      const columns = Object.keys(orderRow(app.clock.now()).shape);
      const rows = [columns, columns.map((column) => example[column] ?? "")];
      return new Response(`\ufeff${stringify(rows)}`, {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": 'attachment; filename="orders-template.csv"',
          "Cache-Control": "no-store",
        },
      });
    },
  }),
});
