import { stringify } from "csv-stringify/sync";
import * as z from "zod";
import { api, method } from "~/http/api.server";
import { templateRows } from "../import/template.server";

export const { loader, action } = api({
  GET: method({
    summary: "An order file with every column and an example row, to fill in",
    allow: ["admin"],
    output: z.string(),
    type: "text/csv",
    async run({ app }) {
      return new Response(`\ufeff${stringify(await templateRows(app))}`, {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": 'attachment; filename="orders-template.csv"',
          "Cache-Control": "no-store",
        },
      });
    },
  }),
});
