import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { monthPage } from "~/core/month";
import { localDate, startOfDay } from "~/core/time";
import { supervisors } from "~/core/who";
import { listAppointments } from "~/dashboard/appointments/list-appointments.server";
import { boardHref } from "~/dashboard/board/tiles";
import { ListAppointments } from "~/dashboard/dashboard-schema";
import { shownVisit } from "~/dashboard/shown-visit";
import dashboardCss from "~/dashboard/ui/board/dashboard.css";
import { Tiles } from "~/dashboard/ui/board/tiles";
import { ActiveFilters } from "~/dashboard/ui/lists/active-filters";
import { AppointmentTable } from "~/dashboard/ui/lists/appointment-table";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { EarlierLink } from "~/dashboard/ui/lists/earlier-link";
import { loadPage } from "~/http/page.server";
import { pathOf } from "~/http/request/path-of.server";
import { viewerZone, zoneForStaff } from "~/http/request/viewer-zone.server";
import { takeFlash } from "~/http/response/flash.server";
import { staffStrings } from "~/offers/staff-strings";
import { ButtonLink, QuietLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { listUnfinished } from "~/visits/bulk/find-bulk-change.server";
import { UnfinishedChanges } from "~/visits/ui/unfinished-changes";
import { visitFlash } from "~/visits/visit-flash";
import { countTiles } from "../board/count-tiles.server";
import { findNeedsAttention } from "../board/needs-attention.server";
import { listBoardChoices } from "../filter-choices.server";
import { recoveryStrings } from "../recovery/recovery-strings";
import { strings } from "../strings";
import { BoardFiltersForm } from "../ui/board/board-filters";
import { NeedsAttentionList } from "../ui/board/needs-attention";
import { listHref } from "../ui/lists/list-href";

export const handle = { look: "staff", scripts: ["date-time", "board", "sheet", "live"] };
export const meta = () => [{ title: `${strings.dashboard} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

const rowsShown = 25;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ListAppointments }, async ({ app, who, input }) => {
    const { limit: _, cursor: __, ...filters } = input;
    const { db, therapist } = filters;
    const zone = viewerZone(args.request);
    const listZone = zoneForStaff(args.request);
    const now = app.clock.now();
    const today = localDate(now, listZone);
    const { title, dates } = monthPage(today.slice(0, 7));
    const { rows, ...cursors } = await listAppointments(
      app.reads,
      { ...input, from: input.from ?? dates[0], to: input.to ?? dates.at(-1), limit: rowsShown },
      { today: startOfDay(today, listZone), zone: listZone },
    );
    return {
      now,
      toast: visitFlash(takeFlash(args), pathOf(args.request)),
      filters,
      zone,
      month: title,
      tiles: await countTiles(app, { db, therapist }),
      unfinished: await listUnfinished(app.reads, who),
      needs: await findNeedsAttention(app.reads, { db, therapist }, now),
      options: await listBoardChoices(app.reads),
      list: { ...cursors, rows: rows.map(shownVisit) },
    };
  });

export default function Dashboard() {
  const { toast, filters, zone, now, month, tiles, unfinished, needs, options, list } =
    useLoaderData<typeof loader>();
  const { db, therapist } = filters;
  const boardFilters = { db, therapist };
  const at = (cursor: string) => listHref(boardHref, { ...filters, cursor });
  return (
    <StaffShell
      title={strings.dashboard}
      here={boardHref}
      toast={toast}
      actions={
        <>
          <ButtonLink href="/new-appointment">{strings.newAppointment}</ButtonLink>
          <QuietLink href="/recovery">{recoveryStrings.title}</QuietLink>
          <QuietLink href="/offers">{staffStrings.title}</QuietLink>
          <QuietLink href="/capacity">{strings.capacityForecast}</QuietLink>
        </>
      }
    >
      <div className="filter-line">
        <BoardFiltersForm filters={boardFilters} options={options} />
        <ActiveFilters
          labels={{
            db: db && `${strings.database}: ${db}`,
            therapist: therapist && `${strings.therapist}: ${therapist}`,
          }}
          hrefWithout={(name) => listHref(boardHref, { ...filters, [name]: undefined })}
          clearHref={boardHref}
        />
      </div>
      <UnfinishedChanges changes={unfinished} />
      <NeedsAttentionList {...{ needs, zone, now }} filters={boardFilters} />
      <Tiles tiles={tiles} filters={boardFilters} />
      <div className="spread section-head" id="month">
        <h2>{filters.from || filters.to ? strings.appointments : `This month: ${month}`}</h2>
        <a href={listHref("/appointments", boardFilters)}>All visits</a>
      </div>
      <div id="list" className="stack" data-live="">
        <EarlierLink {...list} at={at} />
        <AppointmentTable
          path={boardHref}
          caption="This month"
          rows={list.rows}
          filters={filters}
          zone={zone}
        />
        <CursorPager {...list} at={at} />
      </div>
    </StaffShell>
  );
}
