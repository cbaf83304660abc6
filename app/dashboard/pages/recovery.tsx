import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { listHref } from "~/core/list-href";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { staffStrings } from "~/offers/staff-strings";
import { ActionMenu } from "~/ui/components/action-menu";
import { Button, QuietLink } from "~/ui/components/button";
import { Choice } from "~/ui/components/field";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { boardHref } from "../board/tiles";
import { fewestForRate, rateText } from "../forecast/rates";
import { findRecovery, type Recovery } from "../recovery/find-recovery.server";
import { periods, ShowRecovery } from "../recovery/recovery-schema";
import { outcomeLabels, reasonLabel, recoveryStrings } from "../recovery/recovery-strings";
import { findResponseTimes } from "../recovery/response-times.server";
import { noShowDefinition, reportStrings } from "../reports/report-strings";
import { strings } from "../strings";
import dashboardCss from "../ui/board/dashboard.css";
import { FreedTiles } from "../ui/recovery/freed-tiles";
import { NumberLink } from "../ui/recovery/number-link";
import { RateTable } from "../ui/recovery/rate-table";
import { ResponseTimesByPerson } from "../ui/recovery/response-times";

const ReasonTable = ({ caption, reasons, weeks }: ReasonTableProps) => (
  <Table
    caption={caption}
    rows={reasons}
    rowKey={({ status, reason }) => `${status} ${reason}`}
    empty={recoveryStrings.noVisits}
    columns={[
      { head: "Outcome", cell: ({ status }) => outcomeLabels[status] },
      { head: "Reason", cell: ({ reason }) => reasonLabel(reason) },
      {
        head: "Visits",
        align: "right",
        cell: ({ status, reason, count }) => (
          <NumberLink
            count={count}
            path="/recovery/visits"
            filter={{ weeks, outcome: status, reason }}
            label={`${outcomeLabels[status]}, ${reasonLabel(reason)}`}
          />
        ),
      },
    ]}
  />
);

export const handle = { look: "staff", scripts: ["board"] };
export const meta = () => [{ title: `${recoveryStrings.title} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowRecovery }, async ({ app, input: { weeks } }) => ({
    weeks,
    figures: await findRecovery(app, weeks, zoneForStaff(args.request)),
    responses: await findResponseTimes(app, weeks, zoneForStaff(args.request)),
  }));

export default function RecoveryPage() {
  const { weeks, figures, responses } = useLoaderData<typeof loader>();
  const { all, openThisWeek, byLead, byReply, byTherapist, byRegion, reasons } = figures;
  const tables = [
    { title: "By lead time", head: "Booked", rows: byLead },
    { title: "By reply to the reminder", head: "Reply", rows: byReply },
    { title: "By therapist", head: "Therapist", rows: byTherapist },
    { title: "By region", head: "Region", rows: byRegion },
  ];
  const reasonsTitle = "Reasons for no-shows and cancellations";
  return (
    <StaffShell
      title={recoveryStrings.title}
      here={boardHref}
      actions={
        <>
          <QuietLink href="/offers">{staffStrings.title}</QuietLink>
          <ActionMenu>
            <QuietLink href="/reports">{reportStrings.title}</QuietLink>
            <QuietLink href={listHref("/recovery.csv", { weeks })}>{recoveryStrings.exportVisits}</QuietLink>
            <QuietLink href={listHref("/recovery-times.csv", { weeks })}>
              {recoveryStrings.exportTimes}
            </QuietLink>
          </ActionMenu>
        </>
      }
    >
      <h2>This week</h2>
      <FreedTiles openThisWeek={openThisWeek} week={figures.weeks[0]} weeks={weeks} />
      <form method="get" className="toolbar" aria-label="Period" id="filter-form">
        <Choice name="weeks" label="Period" value={String(weeks)}>
          {periods.map((count) => (
            <option key={count} value={count}>
              {recoveryStrings.weeks(count)}
            </option>
          ))}
        </Choice>
        <p className="buttons">
          <Button look="quiet">{strings.show}</Button>
        </p>
      </form>
      <h2>Freed times by week</h2>
      <p className="soft">{recoveryStrings.weekIs}</p>
      <FreedByWeek rows={figures.weeks} weeks={weeks} />
      <h2>{`No-show rate: ${rateText(all.missed, all.visits)}`}</h2>
      <p className="soft">
        {`Visits of the last ${weeks} weeks, including this one. ${noShowDefinition} Fewer than ${fewestForRate} visits are shown as counts.`}{" "}
        Setups are completed setup visits with a known referral date. Median days to setup are counted from
        the referral to the visit.
      </p>
      <RateTable caption="By week" head="Week of" rows={figures.weeks} weeks={weeks} />
      {tables.map(({ title, head, rows }) => (
        <Fragment key={title}>
          <h3>{title}</h3>
          <RateTable caption={title} head={head} rows={rows} weeks={weeks} />
        </Fragment>
      ))}
      <h2>{reasonsTitle}</h2>
      <ReasonTable caption={reasonsTitle} reasons={reasons} weeks={weeks} />
      <ResponseTimesByPerson rows={responses} />
    </StaffShell>
  );
}

interface ReasonTableProps {
  caption: string;
  reasons: Recovery["reasons"];
  weeks: number;
}

type Week = Recovery["weeks"][number];

function FreedByWeek({ rows, weeks }: { rows: readonly Week[]; weeks: number }) {
  const column = (key: "freed" | "offered" | "filled" | "lost" | "open", head: string, state?: string) => ({
    head,
    align: "right" as const,
    cell: ({ week, name, [key]: count }: Week) => (
      <NumberLink
        count={count}
        path="/recovery/times"
        filter={{ weeks, week, state }}
        label={`${head}, week of ${name}`}
      />
    ),
  });
  return (
    <Table
      caption="Freed times by week"
      rows={rows}
      rowKey={({ week }) => week}
      empty={recoveryStrings.noTimes}
      stacks="labeled"
      columns={[
        { head: "Week of", cell: ({ name }) => name },
        column("freed", "Freed"),
        column("offered", "Offered", "offered"),
        column("filled", "Filled", "filled"),
        { head: "Filled by an offer", align: "right", cell: ({ byOffer }) => byOffer },
        column("open", "Still open", "open"),
        column("lost", "Lost", "lost"),
      ]}
    />
  );
}
