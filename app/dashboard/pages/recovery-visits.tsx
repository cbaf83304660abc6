import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHref } from "~/core/list-href";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { QuietLink } from "~/ui/components/button";
import { StatusBadge } from "~/ui/components/status";
import { Table } from "~/ui/components/table";
import { weekLabel } from "../forecast/rates";
import { reasonKey } from "../recovery/find-recovery.server";
import { ShowOutcomes } from "../recovery/recovery-schema";
import {
  leadLabels,
  outcomeLabels,
  reasonLabel,
  recoveryStrings,
  replyLabels,
} from "../recovery/recovery-strings";
import { listVisitsWithOutcome } from "../recovery/visits-with-outcome.server";
import { ActiveFilters } from "../ui/lists/filter-form";
import { startColumn, therapistInRegionColumn } from "../ui/lists/visit-columns";
import { VisitOfPatient } from "../ui/lists/visit-of-patient";
import { mostRows, RecoveryListShell } from "../ui/recovery/recovery-list-shell";

export const handle = { look: "staff", scripts: ["board", "sheet"] };
export const meta = () => [{ title: `${recoveryStrings.visitsTitle} – Firstnight` }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowOutcomes }, async ({ app, input }) => {
    const today = localDate(app.clock.now(), zoneForStaff(args.request));
    return {
      filter: input,
      visits: await listVisitsWithOutcome(app.replicaReads, input, today, mostRows + 1),
    };
  });

export default function RecoveryVisits() {
  const { filter, visits } = useLoaderData<typeof loader>();
  const { week, lead, reply, reason, therapist, region, setup, weeks, outcome } = filter;
  const path = "/recovery/visits";
  return (
    <RecoveryListShell
      title={outcomeLabels[outcome]}
      filter={filter}
      csv={<QuietLink href={listHref("/recovery.csv", filter)}>{recoveryStrings.exportVisits}</QuietLink>}
      rows={visits}
      filters={
        <ActiveFilters
          labels={{
            week: week && `Week of ${weekLabel(week)}`,
            lead: lead && `Booked ${leadLabels[lead].toLowerCase()}`,
            reply: reply && replyLabels[reply],
            reason: reason && reasonLabel(reason),
            therapist,
            region,
            setup: setup && "With a referral date",
          }}
          hrefWithout={(name) => listHref(path, { ...filter, [name]: undefined })}
          clearHref={listHref(path, { weeks, outcome })}
        />
      }
    >
      <Table
        caption={recoveryStrings.visitsTitle}
        rows={visits.slice(0, mostRows)}
        rowKey={({ id }) => id}
        empty={recoveryStrings.noVisits}
        stacks
        columns={[
          startColumn("Date"),
          {
            head: "Patient ID",
            align: "name",
            cell: ({ id, patient_id, patient_name }) => (
              <VisitOfPatient visit={id} id={patient_id} name={patient_name} />
            ),
          },
          therapistInRegionColumn,
          {
            head: "Lead time",
            cell: ({ lead_days, setup_days }) => (
              <>
                Booked {lead_days.toFixed(1)} days ahead
                {setup_days !== null && (
                  <span className="soft under">{setup_days.toFixed(1)} days after referral</span>
                )}
              </>
            ),
          },
          {
            head: "Reminder",
            cell: ({ patient_confirmed }) => replyLabels[patient_confirmed ? "ok" : "none"],
          },
          {
            head: "Outcome",
            align: "acts",
            cell: (visit) => (
              <>
                <StatusBadge status={visit.status} />
                {visit.status !== "completed" && (
                  <span className="soft under">{reasonLabel(reasonKey(visit))}</span>
                )}
              </>
            ),
          },
        ]}
      />
    </RecoveryListShell>
  );
}
