import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { Refusal } from "~/core/refusal";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { periodOf } from "../pages/report-period.server";
import { reportColumns, reportedSetups, reportRow } from "../report.server";
import { ShowNightsReport } from "../report-schema";

export const { loader, action } = api({
  GET: method({
    summary:
      "The report of the first 90 nights as CSV: one row per setup, with its result and the minutes of each night. A night without a value is empty and counts as not used",
    allow: supervisors,
    input: ShowNightsReport.pick({ from: true, to: true }),
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input, request }) {
      const { problem, ...period } = periodOf(app, request, input);
      if (problem) throw new Refusal("invalid", problem.message, { [problem.field]: [problem.message] });
      const csv = await toCsv(rowsOf(reportedSetups(app.reads, period, app.clock.now())), reportColumns);
      await app.db
        .transaction()
        .execute((trx) =>
          logAudit({ trx, app, who }, "nights.report_exported", null, { ...period, rows: csv.rows }),
        );
      return csvResponse(csv, `first-90-nights-${period.from}-to-${period.to}.csv`);
    },
  }),
});

async function* rowsOf(pages: ReturnType<typeof reportedSetups>) {
  for await (const setups of pages) yield setups.map(reportRow);
}
