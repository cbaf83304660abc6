import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { QuietLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { boardHref } from "../board/tiles";
import { countForecast } from "../forecast/count-forecast.server";
import { findFirstOpenings } from "../forecast/first-openings.server";
import { warnAfterDays } from "../forecast/rates";
import { reportStrings } from "../reports/report-strings";
import { strings } from "../strings";
import forecastCss from "../ui/forecast/forecast.css";
import { CapacityChart } from "../ui/forecast/forecast-charts";
import { ForecastTable } from "../ui/forecast/forecast-table";
import { NoTherapists } from "../ui/no-therapists";

export const handle = { look: "staff" };
export const meta = () => [{ title: `${strings.capacityForecast} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: forecastCss }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors }, async ({ app }) => ({
    openings: await findFirstOpenings(app.reads, app.config, app.clock.now()),
    figures: await countForecast(app, zoneForStaff(args.request)),
  }));

export default function CapacityForecast() {
  const { openings, figures } = useLoaderData<typeof loader>();
  const { regions, therapists } = openings;
  const late = regions
    .filter((region) => region.late)
    .map(({ name, days }) => `${name} (${days === null ? "no openings" : `${days} days`})`);
  return (
    <StaffShell
      title={strings.capacityForecast}
      here={boardHref}
      actions={
        <>
          <QuietLink href={boardHref}>{strings.dashboard}</QuietLink>
          <QuietLink href="/reports">{reportStrings.title}</QuietLink>
        </>
      }
    >
      {late.length > 0 ? (
        <Notice tone="warn">
          <p>
            Regions with no opening in the next {warnAfterDays} days: <b>{late.join(", ")}</b>
          </p>
        </Notice>
      ) : (
        <p className="soft">
          {regions.length === 0 ? (
            <NoTherapists />
          ) : (
            `Every region has an opening within ${warnAfterDays} days.`
          )}
        </p>
      )}
      <div className="openings">
        <ForecastTable title="First opening by region" head="Region" openings={regions} />
        <ForecastTable title="First opening by therapist" head="Therapist" openings={therapists} withRegion />
      </div>
      <h2>Week by week</h2>
      <div className="charts">
        <CapacityChart weeks={figures.capacity} />
      </div>
    </StaffShell>
  );
}
