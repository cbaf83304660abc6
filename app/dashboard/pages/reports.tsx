import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatFullDay, localDate, startOfDay } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { countUnansweredByAge } from "~/messages/conversations/unanswered.server";
import { Button, ButtonLink, QuietLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { FilterFold } from "~/ui/components/filter-fold";
import { usePage } from "~/ui/page-context";
import { StaffShell } from "~/ui/shells/staff-shell";
import { boardHref } from "../board/tiles";
import { recoveryStrings } from "../recovery/recovery-strings";
import { countMonths, countReports, totalsOfKinds } from "../reports/count-reports.server";
import { lastWeeks, reportPeriod, reportsHref, reportWeeks, ShowReports } from "../reports/report-schema";
import { reportStrings } from "../reports/report-strings";
import { strings } from "../strings";
import forecastCss from "../ui/forecast/forecast.css";
import {
  BookingsChart,
  EquipmentChart,
  KindTable,
  NoShowChart,
  OffersChart,
  TextsChart,
  UnansweredTable,
  WaitChart,
} from "../ui/reports/report-charts";

export const handle = { look: "staff" };
export const meta = () => [{ title: `${reportStrings.title} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: forecastCss }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowReports }, async ({ app, input }) => {
    const zone = zoneForStaff(args.request);
    const today = localDate(app.clock.now(), zone);
    const { problem, ...period } = reportPeriod(input, today);
    const weeks = await countReports(app, period, zone);
    const kinds = weeks.some((week) => week.kinds.length > 0) ? totalsOfKinds(weeks) : null;
    return {
      today,
      typed: input,
      problem,
      period,
      weeks,
      kinds,
      months: await countMonths(app, today),
      unanswered: await countUnansweredByAge(app.reads, app.clock.now()),
    };
  });

const dayText = (date: string) => formatFullDay(startOfDay(date, "UTC"), "UTC");

export default function Reports() {
  const { today, typed, problem, period, weeks, kinds, months, unanswered } = useLoaderData<typeof loader>();
  const { followsNights } = usePage();
  const { from, to } = period;
  const dates = problem ? typed : period;
  const shown = problem && {
    message: "",
    fields: { [problem.field]: [problem.message] },
    typed: {},
    extra: {},
  };
  return (
    <StaffShell
      title={reportStrings.title}
      here={boardHref}
      actions={
        <>
          <QuietLink href={`/reports.csv?from=${from}&to=${to}`}>{reportStrings.export}</QuietLink>
          {followsNights && <QuietLink href="/nights/report">Results of the first 90 nights</QuietLink>}
          <QuietLink href="/recovery">{recoveryStrings.title}</QuietLink>
          <QuietLink href="/capacity">{strings.capacityForecast}</QuietLink>
        </>
      }
    >
      <form className="toolbar filters" action="/reports" aria-label="Dates">
        <FilterFold count={0} open={problem !== undefined}>
          <nav className="periods" aria-label="Periods">
            {reportWeeks.map((count) => {
              const last = lastWeeks(today, count);
              const isShown = last.from === from && last.to === to;
              return (
                <ButtonLink
                  key={count}
                  href={reportsHref(last)}
                  look={isShown ? "main" : "quiet"}
                  size="small"
                  aria-current={isShown ? "true" : undefined}
                >
                  {recoveryStrings.weeks(count)}
                </ButtonLink>
              );
            })}
          </nav>
          <Field name="from" type="date" label="From" value={dates.from ?? ""} problem={shown} />
          <Field name="to" type="date" label="To" value={dates.to ?? ""} problem={shown} />
          <p className="buttons">
            <Button look="quiet">{strings.show}</Button>
          </p>
        </FilterFold>
      </form>
      <div className="reports stack">
        <h2>{`${dayText(from)} to ${dayText(to)}`}</h2>
        <p className="soft">{reportStrings.weeksBegin}</p>
        <div className="charts">
          <NoShowChart weeks={weeks} months={months} />
          <BookingsChart weeks={weeks} />
          <WaitChart weeks={weeks} />
          <TextsChart weeks={weeks} />
          <OffersChart weeks={weeks} />
          <EquipmentChart weeks={weeks} />
        </div>
        {kinds && <KindTable kinds={kinds} period={period} />}
        <UnansweredTable ages={unanswered} />
      </div>
    </StaffShell>
  );
}
