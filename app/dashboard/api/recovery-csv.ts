import { z } from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { iso, localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { exportEndedVisits } from "../recovery/outcomes.server";
import { outcomes, ShowOutcomes } from "../recovery/recovery-schema";

const columns = [
  { key: "id", header: "Visit" },
  { key: "local_date", header: "Date" },
  { key: "start", header: "Start (UTC)" },
  { key: "therapist", header: "Therapist" },
  { key: "region", header: "Region" },
  { key: "brightree_db", header: "Brightree DB" },
  { key: "patient_id", header: "Patient ID" },
  { key: "status", header: "Status" },
  { key: "lead_days", header: "Days booked ahead" },
  { key: "patient_confirmed", header: "Patient confirmed" },
  { key: "no_show_reason", header: "No-show reason" },
  { key: "cancel_reason", header: "Cancel reason" },
  { key: "setup_days", header: "Days from referral to setup" },
];

export const { loader, action } = api({
  GET: method({
    summary: "Completed, missed and canceled visits as CSV, from which the recovery page can be recomputed",
    allow: supervisors,
    input: ShowOutcomes.extend({ outcome: z.enum(outcomes).catch("all").default("all") }),
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input, args }) {
      const today = localDate(app.clock.now(), zoneForStaff(args.request));
      const csv = await toCsv(rowsOf(exportEndedVisits(app.replicaReads, input, today)), columns);
      await app.db.transaction().execute((trx) =>
        logAudit(trx, app, who, {
          action: "recovery.exported",
          details: { ...input, rows: csv.rows },
        }),
      );
      return csvResponse(csv, "visits-with-outcomes.csv");
    },
  }),
});

async function* rowsOf(pages: ReturnType<typeof exportEndedVisits>) {
  for await (const page of pages) yield page.map((visit) => ({ ...visit, start: iso(visit.start_at) }));
}
