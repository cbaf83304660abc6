import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHref } from "~/core/list-href";
import { plural } from "~/core/plural";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { Button, QuietLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Table } from "~/ui/components/table";
import { usePage } from "~/ui/page-context";
import { StaffShell } from "~/ui/shells/staff-shell";
import { nightResults, resultDefinition, resultsInOrder } from "../night-result";
import {
  countNightsReport,
  type NightsReport,
  type ReportDimension,
  type ReportLine,
} from "../report.server";
import { ShowNightsReport } from "../report-schema";
import { periodOf } from "./report-period.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Report of the first 90 nights – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowNightsReport }, async ({ app, input }) => {
    const { problem, from, to } = periodOf(app, args.request, input);
    const { by, of, result } = input;
    const chosen = by && of !== undefined && result ? { by, of, result } : null;
    const now = app.clock.now();
    return {
      typed: { from: input.from, to: input.to },
      problem,
      period: { from, to },
      chosen,
      report: await countNightsReport(app.reads, { from, to }, { now, chosen }),
    };
  });

const titles: Record<ReportDimension, string> = {
  month: "By month of setup",
  therapist: "By therapist",
  kind: "By kind of visit",
};

const heads: Record<ReportDimension, string> = {
  month: "Month",
  therapist: "Therapist",
  kind: "Kind of visit",
};

const monthText = (month: string): string =>
  new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    Date.parse(`${month}-01`),
  );

export default function NightsReportPage() {
  const { typed, problem, period, chosen, report } = useLoaderData<typeof loader>();
  const dates = problem ? typed : period;
  const shown = problem && {
    message: "",
    fields: { [problem.field]: [problem.message] },
    typed: {},
    extra: {},
  };
  return (
    <StaffShell
      title="Report of the first 90 nights"
      here="/nights"
      actions={
        <>
          <QuietLink href={listHref("/nights/report.csv", period)}>Export CSV</QuietLink>
          <QuietLink href="/nights">Worklist</QuietLink>
        </>
      }
    >
      <form className="toolbar" action="/nights/report" aria-label="Dates">
        <Field name="from" type="date" label="First nights from" value={dates.from ?? ""} problem={shown} />
        <Field name="to" type="date" label="To" value={dates.to ?? ""} problem={shown} />
        <Button look="quiet">Show</Button>
      </form>
      <div className="stack">
        <p>{plural(report.total, "setup")} in this period.</p>
        <details>
          <summary>What the results mean</summary>
          <p>{resultDefinition}</p>
          <p>
            “Met of decided” is the share of setups with the rule met among those met or missed. The month is
            the one of the first night. The CSV has the minutes of each night, from which the results can be
            recomputed.
          </p>
        </details>
        <p className="soft">
          A setup can be met from night 21 on, but is missed only when no 30 nights are left. While setups are
          in progress, “Met of decided” looks better than it will be. <a href="/nights">The worklist</a> has
          the patients in progress who need someone now.
        </p>
        {chosen && <ChosenSetups chosen={chosen} report={report} />}
        {(["month", "therapist", "kind"] as const).map((by) => (
          <div key={by} className="stack">
            <h2>{titles[by]}</h2>
            <Lines by={by} lines={report.lines[by]} period={period} />
          </div>
        ))}
      </div>
    </StaffShell>
  );
}

const share = ({ met, missed }: ReportLine["counts"]): string =>
  met + missed === 0 ? "–" : `${Math.round((met / (met + missed)) * 100)}%`;

interface LinesProps {
  by: ReportDimension;
  lines: readonly ReportLine[];
  period: { from: string; to: string };
}

const Lines = ({ by, lines, period }: LinesProps) => (
  <Table
    caption={titles[by]}
    rows={lines}
    rowKey={({ key }) => key}
    empty="No patient's first night is in this period."
    stacks="labeled"
    columns={[
      { head: heads[by], align: "name", cell: ({ name }) => (by === "month" ? monthText(name) : name) },
      ...resultsInOrder.map((result) => ({
        head: nightResults[result],
        align: "right" as const,
        cell: ({ key, counts }: ReportLine) =>
          counts[result] === 0 ? (
            "0"
          ) : (
            <a href={`${listHref("/nights/report", { ...period, by, of: key, result })}#patients`}>
              {counts[result].toLocaleString("en-US")}
            </a>
          ),
      })),
      { head: "Met of decided", align: "right", cell: ({ counts }) => share(counts) },
    ]}
  />
);

interface ChosenProps {
  chosen: { by: ReportDimension; of: string; result: keyof typeof nightResults };
  report: NightsReport;
}

function ChosenSetups({ chosen: { by, of, result }, report }: ChosenProps) {
  const { hidesNames } = usePage();
  const name = report.lines[by].find(({ key }) => key === of)?.name ?? "";
  const line = by === "month" && name ? monthText(name) : name;
  return (
    <section className="stack" aria-labelledby="patients">
      <h2 id="patients">
        {nightResults[result]}
        {line && `: ${line}`}
      </h2>
      <Table
        caption="Patients"
        rows={report.chosen}
        rowKey={({ orderId }) => orderId}
        empty="No patient has this result anymore."
        stacks
        columns={[
          {
            head: "Patient",
            align: "name",
            cell: ({ orderId, patientId, patientName }) => (
              <>
                <a href={`/orders/${orderId}/nights`}>
                  {(!hidesNames && patientName) || `Patient ${patientId}`}
                </a>
                {!hidesNames && patientName && <span className="soft under">{patientId}</span>}
              </>
            ),
          },
          { head: "Therapist", align: "name", cell: ({ therapist }) => therapist ?? "None" },
          { head: "First night", align: "when", cell: ({ firstNight }) => firstNight },
        ]}
      />
      {report.chosen.length < report.chosenCount && (
        <p className="soft">
          The first {report.chosen.length} of {report.chosenCount.toLocaleString("en-US")} are listed. The CSV
          has all.
        </p>
      )}
    </section>
  );
}
