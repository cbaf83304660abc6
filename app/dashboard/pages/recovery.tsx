import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { offerWords } from "~/offers/offer-words";
import { Button, ButtonLink } from "~/ui/components/button";
import { Choice } from "~/ui/components/field";
import { StaffShell } from "~/ui/shells/staff-shell";
import { boardHref } from "../board/tiles";
import { findRecovery } from "../recovery/find-recovery.server";
import { periods, ShowRecovery } from "../recovery/recovery-schema";
import { leadWords, replyWords, recoveryWords as words } from "../recovery/recovery-words";
import { strings } from "../strings";
import dashboardCss from "../ui/board/dashboard.css";
import { weekLabel } from "../ui/forecast/chart";
import { listHref } from "../ui/lists/list-href";
import { FreedByWeek } from "../ui/recovery/freed-by-week";
import { FreedTiles } from "../ui/recovery/freed-tiles";
import { noShowRate, RateTable } from "../ui/recovery/rate-table";
import { ReasonTable } from "../ui/recovery/reason-table";

export const handle = { look: "staff", scripts: ["board"] };
export const meta = () => [{ title: `${words.title} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowRecovery }, async ({ app, who, input }) => ({
    staff: requireStaff(who),
    weeks: input.weeks,
    figures: await findRecovery(app, input.weeks, zoneForStaff(args.request)),
  }));

export default function RecoveryPage() {
  const { weeks, figures } = useLoaderData<typeof loader>();
  const { all } = figures;
  const rates = { weeks, empty: words.noVisits };
  return (
    <StaffShell
      title={words.title}
      here={boardHref}
      actions={
        <>
          <ButtonLink href="/offers" look="quiet">
            {offerWords.title}
          </ButtonLink>
          <ButtonLink href={listHref("/recovery.csv", { weeks })} look="quiet">
            {words.exportVisits}
          </ButtonLink>
          <ButtonLink href={listHref("/recovery-times.csv", { weeks })} look="quiet">
            {words.exportTimes}
          </ButtonLink>
        </>
      }
    >
      <h2>This week</h2>
      <FreedTiles open={figures.openThisWeek} week={figures.weeks[0]} weeks={weeks} />
      <form method="get" className="toolbar" aria-label={words.period} data-choose="">
        <Choice name="weeks" label={words.period} value={String(weeks)}>
          {periods.map((count) => (
            <option key={count} value={count}>
              {words.weeks(count)}
            </option>
          ))}
        </Choice>
        <p className="buttons">
          <Button look="quiet">{strings.show}</Button>
        </p>
      </form>
      <h2>Freed times by week</h2>
      <p className="soft">{words.weekIs}</p>
      <FreedByWeek rows={figures.weeks} weeks={weeks} />
      <h2>{`No-show rate: ${noShowRate(all)}`}</h2>
      <p className="soft">
        {words.rateIs} {words.setupIs}
      </p>
      <RateTable
        {...rates}
        caption="By week"
        head="Week of"
        rows={figures.weeks}
        name={({ week }) => weekLabel(week)}
        filter={({ week }) => ({ week })}
      />
      <h3>By days booked ahead</h3>
      <RateTable
        {...rates}
        caption="By days booked ahead"
        head="Booked"
        rows={figures.byLead}
        name={({ lead }) => leadWords[lead]}
        filter={({ lead }) => ({ lead })}
      />
      <h3>By reply to the reminder</h3>
      <RateTable
        {...rates}
        caption="By reply to the reminder"
        head="Reply"
        rows={figures.byReply}
        name={({ reply }) => replyWords[reply]}
        filter={({ reply }) => ({ reply })}
      />
      <h3>By therapist</h3>
      <RateTable
        {...rates}
        caption="By therapist"
        head="Therapist"
        rows={figures.byTherapist}
        name={({ name }) => name}
        filter={({ name }) => ({ therapist: name })}
      />
      <h3>By region</h3>
      <RateTable
        {...rates}
        caption="By region"
        head="Region"
        rows={figures.byRegion}
        name={({ name }) => name}
        filter={({ name }) => ({ region: name })}
      />
      <h2>Why visits were missed or canceled</h2>
      <ReasonTable reasons={figures.reasons} weeks={weeks} />
    </StaffShell>
  );
}
