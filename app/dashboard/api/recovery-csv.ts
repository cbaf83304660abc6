import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { outcomes, ShowOutcomes } from "../recovery/recovery-schema";
import { clockColumns, outcomeLabels, reasonLabel } from "../recovery/recovery-strings";
import { visitsWithOutcome } from "../recovery/visits-with-outcome.server";

const columns = {
  id: "Visit",
  local_date: "Date",
  time: "Time",
  zone: "Time zone",
  therapist: "Therapist",
  region: "Region",
  brightree_db: "Brightree DB",
  patient_id: "Patient ID",
  status: "Status",
  lead_days: "Days booked ahead",
  patient_confirmed: "Patient confirmed",
  no_show_reason: "No-show reason",
  cancel_reason: "Cancellation reason",
  setup_days: "Days from referral to setup",
};

export const { loader, action } = api({
  GET: method({
    summary: "Export the recovery page's data as CSV: completed visits, no-shows, and canceled visits",
    allow: supervisors,
    input: ShowOutcomes.extend({ outcome: z.enum(outcomes).catch("all").default("all") }),
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input, args }) {
      const today = localDate(app.clock.now(), zoneForStaff(args.request));
      const csv = await toCsv(rowsOf(visitsWithOutcome(app.replicaReads, input, today)), columns);
      await app.db
        .transaction()
        .execute((trx) =>
          logAudit({ trx, app, who }, "recovery.exported", null, { ...input, rows: csv.rows }),
        );
      return csvResponse(csv, "visits-with-outcomes.csv");
    },
  }),
});

async function* rowsOf(pages: ReturnType<typeof visitsWithOutcome>) {
  for await (const page of pages) {
    yield page.map((visit) => ({
      ...visit,
      ...clockColumns(visit.start_at, visit.timezone),
      status: outcomeLabels[visit.status],
      lead_days: inHundredths(visit.lead_days),
      setup_days: visit.setup_days === null ? null : inHundredths(visit.setup_days),
      patient_confirmed: visit.patient_confirmed ? "Yes" : "",
      no_show_reason: visit.no_show_reason && reasonLabel(visit.no_show_reason),
      cancel_reason: visit.cancel_reason && reasonLabel(visit.cancel_reason),
    }));
  }
}

/** Rounds down so that a visit stays in the group it is counted in. */
const inHundredths = (days: number) => Math.floor(days * 100) / 100;
