import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { therapistInRegionColumn } from "~/dashboard/ui/lists/therapist-columns";
import { startColumn } from "~/dashboard/ui/lists/when-columns";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { ButtonLink } from "~/ui/components/button";
import { StatusBadge } from "~/ui/components/status";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { PatientName } from "~/visits/ui/patient";
import { boardHref } from "../board/tiles";
import { reasonOf } from "../recovery/find-recovery.server";
import { listEndedVisits } from "../recovery/outcomes.server";
import { ShowOutcomes } from "../recovery/recovery-schema";
import {
  leadWords,
  outcomeWords,
  reasonWords,
  replyWords,
  recoveryWords as words,
} from "../recovery/recovery-words";
import dashboardCss from "../ui/board/dashboard.css";
import { weekLabel } from "../ui/forecast/chart";
import { ActiveFilters } from "../ui/lists/active-filters";
import { listHref } from "../ui/lists/list-href";

export const handle = { look: "staff", scripts: ["board", "sheet"] };
export const meta = () => [{ title: `${words.visitsTitle} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

const shown = 200;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowOutcomes }, async ({ app, who, input }) => {
    const today = localDate(app.clock.now(), zoneForStaff(args.request));
    return {
      staff: requireStaff(who),
      filter: input,
      visits: await listEndedVisits(app.replicaReads, input, today, { limit: shown + 1 }),
    };
  });

const filterNames = ["week", "lead", "reply", "reason", "therapist", "region", "setup"] as const;

export default function RecoveryVisits() {
  const { filter, visits } = useLoaderData<typeof loader>();
  const { week, lead, reply, reason, therapist, region, setup, weeks, outcome } = filter;
  const labels = {
    week: week && `Week of ${weekLabel(week)}`,
    lead: lead && `Booked ${leadWords[lead].toLowerCase()}`,
    reply: reply && replyWords[reply],
    reason: reason && reasonWords(reason),
    therapist,
    region,
    setup: setup && "With a referral date",
  };
  const path = "/recovery/visits";
  return (
    <StaffShell
      title={`${outcomeWords[outcome]}: ${week ? `week of ${weekLabel(week)}` : words.weeks(weeks).toLowerCase()}`}
      here={boardHref}
      actions={
        <>
          <ButtonLink href={listHref("/recovery", { weeks })} look="quiet">
            {words.back}
          </ButtonLink>
          <ButtonLink href={listHref("/recovery.csv", filter)} look="quiet">
            {words.exportVisits}
          </ButtonLink>
        </>
      }
    >
      <ActiveFilters
        filters={filterNames.flatMap((name) => {
          const label = labels[name];
          return label ? { label, href: listHref(path, { ...filter, [name]: undefined }) } : [];
        })}
        clearHref={listHref(path, { weeks, outcome })}
      />
      {visits.length > shown && <p className="soft">{words.cut(shown)}</p>}
      <Table
        caption={words.visitsTitle}
        rows={visits.slice(0, shown)}
        rowKey={({ id }) => id}
        empty={words.noVisits}
        stacks
        columns={[
          startColumn("Date"),
          {
            key: "patient",
            head: "Patient ID",
            cell: ({ id, patient_id, patient_name }) => (
              <>
                <a href={`/visits/${id}`} data-opens="">
                  <span className="unseen">Visit of patient </span>
                  {patient_id}
                </a>{" "}
                <PatientName name={patient_name} />
              </>
            ),
          },
          therapistInRegionColumn,
          {
            key: "lead",
            head: "Lead time",
            cell: ({ lead_days, setup_days }) => (
              <>
                Booked {lead_days.toFixed(1)} days before
                {setup_days !== null && (
                  <span className="soft under">{setup_days.toFixed(1)} days after referral</span>
                )}
              </>
            ),
          },
          {
            key: "reply",
            head: "Reminder",
            cell: ({ patient_confirmed }) => replyWords[patient_confirmed ? "ok" : "none"],
          },
          {
            key: "status",
            head: "Outcome",
            align: "acts",
            cell: (visit) => (
              <>
                <StatusBadge status={visit.status} />
                {visit.status !== "completed" && (
                  <span className="soft under">{reasonWords(reasonOf(visit))}</span>
                )}
              </>
            ),
          },
        ]}
      />
    </StaffShell>
  );
}
