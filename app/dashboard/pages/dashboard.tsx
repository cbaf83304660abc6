import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { monthPage } from "~/core/month";
import { requireStaff } from "~/core/require-staff";
import { localDate, startOfDay } from "~/core/time";
import { supervisors } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";
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
import { viewerZone } from "~/http/request/viewer-zone.server";
import { takeFlash } from "~/http/response/flash.server";
import { offerWords } from "~/offers/offer-words";
import { ButtonLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { visitFlash } from "~/visits/visit-flash";
import { countTiles } from "../board/count-tiles.server";
import { findNeedsAttention } from "../board/needs-attention.server";
import { listFilterChoices } from "../filter-choices.server";
import { recoveryWords } from "../recovery/recovery-words";
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
    const { limit: _, cursor, ...filters } = input;
    const { db, therapist } = filters;
    const zone = viewerZone(args.request);
    const now = app.clock.now();
    const month = localDate(now, zone ?? staffZone).slice(0, 7);
    const { title, dates } = monthPage(month);
    const listInput = {
      ...filters,
      cursor,
      from: filters.from ?? dates[0],
      to: filters.to ?? dates.at(-1),
      limit: rowsShown,
    };
    const place = zone ?? staffZone;
    const { rows, ...cursors } = await listAppointments(app.reads, listInput, {
      zone: place,
      today: startOfDay(localDate(now, place), place),
    });
    return {
      staff: requireStaff(who),
      now,
      toast: visitFlash(takeFlash(args), pathOf(args.request)),
      filters,
      zone,
      month: title,
      tiles: await countTiles(app, { db, therapist }),
      needs: await findNeedsAttention(app.reads, { db, therapist }, now),
      options: await listFilterChoices(app.reads),
      list: { ...cursors, rows: rows.map(shownVisit) },
    };
  });

const boardChips = (filters: { db?: string | undefined; therapist?: string | undefined }) =>
  (["db", "therapist"] as const).flatMap((name) =>
    filters[name] === undefined
      ? []
      : {
          label: `${name === "db" ? strings.database : strings.therapist}: ${filters[name]}`,
          href: listHref(boardHref, { ...filters, [name]: undefined }),
        },
  );

export default function Dashboard() {
  const { toast, filters, zone, now, month, tiles, needs, options, list } = useLoaderData<typeof loader>();
  const boardFilters = { db: filters.db, therapist: filters.therapist };
  return (
    <StaffShell
      title={strings.dashboard}
      here={boardHref}
      toast={toast}
      actions={
        <>
          <ButtonLink href="/new-appointment">{strings.newAppointment}</ButtonLink>
          <ButtonLink href="/recovery" look="quiet">
            {recoveryWords.title}
          </ButtonLink>
          <ButtonLink href="/offers" look="quiet">
            {offerWords.title}
          </ButtonLink>
          <ButtonLink href="/capacity" look="quiet">
            {strings.capacityForecast}
          </ButtonLink>
        </>
      }
    >
      <div className="filter-line">
        <BoardFiltersForm filters={boardFilters} options={options} />
        <ActiveFilters filters={boardChips(filters)} clearHref={boardHref} />
      </div>
      <NeedsAttentionList {...{ needs, zone, now }} filters={boardFilters} />
      <Tiles tiles={tiles} filters={boardFilters} />
      <div className="spread section-head" id="month">
        <h2>{filters.from || filters.to ? strings.appointments : `${strings.thisMonth}: ${month}`}</h2>
        <a href={listHref("/appointments", boardFilters)}>{strings.allAppointments}</a>
      </div>
      <div id="list" className="stack" data-live="">
        {list.opensToday && list.previous && (
          <EarlierLink href={listHref(boardHref, { ...filters, cursor: list.previous })} />
        )}
        <AppointmentTable
          path={boardHref}
          caption={strings.thisMonth}
          rows={list.rows}
          sorted={filters}
          filters={filters}
          zone={zone}
        />
        <CursorPager {...list} at={(cursor) => listHref(boardHref, { ...filters, cursor })} />
      </div>
    </StaffShell>
  );
}
