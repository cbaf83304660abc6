import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { requireStaff } from "~/core/require-staff";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { boardHref } from "../board/tiles";
import { countForecast } from "../forecast/count-forecast.server";
import { findFirstOpenings } from "../forecast/first-openings.server";
import { warnAfterDays } from "../forecast/forecast-figures";
import { strings } from "../strings";
import forecastCss from "../ui/forecast/forecast.css";
import { CapacityChart, NoShowChart, WaitChart } from "../ui/forecast/forecast-charts";
import { ForecastTable } from "../ui/forecast/forecast-table";

export const handle = { look: "staff" };
export const meta = () => [{ title: `${strings.capacityForecast} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: forecastCss }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: z.object({}) }, async ({ app, who }) => ({
    staff: requireStaff(who),
    openings: await findFirstOpenings(app.reads, app.config, app.clock.now()),
    figures: await countForecast(app, zoneForStaff(args.request)),
  }));

export default function CapacityForecast() {
  const { openings, figures } = useLoaderData<typeof loader>();
  const late = openings.regions.filter((region) => region.late);
  return (
    <StaffShell
      title={strings.capacityForecast}
      here={boardHref}
      actions={
        <ButtonLink href={boardHref} look="quiet">
          {strings.dashboard}
        </ButtonLink>
      }
    >
      {late.length > 0 ? (
        <Notice tone="warn">
          <p>
            {strings.lateRegions(warnAfterDays)}{" "}
            <b>
              {late
                .map(({ name, days }) => `${name} (${days === null ? "none" : `${days} days`})`)
                .join(", ")}
            </b>
          </p>
        </Notice>
      ) : (
        <p className="soft">{strings.noLateRegion(warnAfterDays)}</p>
      )}
      <div className="openings">
        <div className="stack">
          <h2>{strings.byRegion}</h2>
          <ForecastTable caption={strings.byRegion} head="Region" openings={openings.regions} />
        </div>
        <div className="stack">
          <h2>{strings.byTherapist}</h2>
          <ForecastTable
            caption={strings.byTherapist}
            head="Therapist"
            openings={openings.therapists}
            withRegion
          />
        </div>
      </div>
      <h2>{strings.charts}</h2>
      <div className="charts">
        <CapacityChart weeks={figures.capacity} />
        <WaitChart waits={figures.waits} />
        <NoShowChart noShows={figures.noShows} />
      </div>
    </StaffShell>
  );
}
