import * as z from "zod";
import { api, method } from "~/http/api.server";
import { templateRows, workbookOf } from "../import/template.server";

const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const { loader, action } = api({
  GET: method({
    summary: "The template of an order file as an Excel workbook, with columns formatted as text",
    allow: ["admin"],
    output: z.string(),
    type,
    async run({ app }) {
      return new Response(workbookOf(await templateRows(app)), {
        headers: {
          "Content-Type": type,
          "Content-Disposition": 'attachment; filename="orders-template.xlsx"',
          "Cache-Control": "no-store",
        },
      });
    },
  }),
});
