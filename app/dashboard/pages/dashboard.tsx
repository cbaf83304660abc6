import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHref } from "~/core/list-href";
import { monthPage } from "~/core/month";
import { localDate, startOfDay } from "~/core/time";
import { supervisors } from "~/core/who";
import { listAppointments } from "~/dashboard/appointments/list-appointments.server";
import { boardHref, stepName, type Tile, tileHref } from "~/dashboard/board/tiles";
import { type BoardFilters, ListAppointments } from "~/dashboard/dashboard-schema";
import { shownVisit } from "~/dashboard/shown-visit";
import dashboardCss from "~/dashboard/ui/board/dashboard.css";
import { AppointmentTable } from "~/dashboard/ui/lists/appointment-table";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { loadPage } from "~/http/page.server";
import { browserZone, zoneForStaff } from "~/http/request/browser-settings.server";
import { takeFlash } from "~/http/response/flash.server";
import { staffStrings } from "~/offers/staff-strings";
import { ActionMenu } from "~/ui/components/action-menu";
import { QuietLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { listUnfinished } from "~/visits/bulk/find-bulk-change.server";
import { visitFlash } from "~/visits/flash";
import { UnfinishedChanges } from "~/visits/ui/unfinished-changes";
import { countTiles } from "../board/count-tiles.server";
import { findNeedsAttention } from "../board/needs-attention.server";
import { listBoardChoices } from "../filter-choices.server";
import { recoveryStrings } from "../recovery/recovery-strings";
import { reportStrings } from "../reports/report-strings";
import { strings } from "../strings";
import { NeedsAttentionList } from "../ui/board/needs-attention";
import { EarlierLink } from "../ui/lists/cursor-pager";
import { ActiveFilters, Dropdown, FilterForm } from "../ui/lists/filter-form";
import { NewAppointmentLink } from "../ui/new-appointment-link";

const BoardFiltersForm = ({ filters: { db, therapist }, options }: BoardFiltersFormProps) => (
  <FilterForm count={[db, therapist].filter(Boolean).length}>
    <Dropdown name="db" label={strings.database} value={db} options={options.databases} />
    <Dropdown name="therapist" label={strings.therapist} value={therapist} options={options.therapists} />
  </FilterForm>
);

export const handle = { look: "staff", scripts: ["date-time", "board", "sheet", "live"] };
export const meta = () => [{ title: `${strings.dashboard} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

const rowsShown = 25;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ListAppointments }, async ({ app, who, input }) => {
    const { limit: _, cursor: __, ...filters } = input;
    const { db, therapist } = filters;
    const zone = browserZone(args.request);
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
      today,
      toast: await takeFlash(args, visitFlash),
      filters,
      zone,
      month: title,
      tiles: await countTiles(app, { db, therapist }),
      unfinished: await listUnfinished(app.reads, who),
      needs: await findNeedsAttention(app.reads, { db, therapist }, now, { who, today }),
      options: await listBoardChoices(app.reads),
      list: { ...cursors, rows: rows.map(shownVisit) },
    };
  });

export default function Dashboard() {
  const { toast, filters, zone, now, today, month, tiles, unfinished, needs, options, list } =
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
          <NewAppointmentLink />
          <ActionMenu>
            <QuietLink href="/reports">{reportStrings.title}</QuietLink>
            <QuietLink href="/recovery">{recoveryStrings.title}</QuietLink>
            <QuietLink href="/offers">{staffStrings.title}</QuietLink>
            <QuietLink href="/capacity">{strings.capacityForecast}</QuietLink>
          </ActionMenu>
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
      <NeedsAttentionList needs={needs} zone={zone} now={now} filters={boardFilters} />
      <Tiles tiles={tiles} filters={boardFilters} />
      <p className="soft small">{strings.tilesRange}</p>
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
          today={today}
        />
        <CursorPager {...list} at={at} />
      </div>
    </StaffShell>
  );
}

interface BoardFiltersFormProps {
  filters: BoardFilters;
  options: { databases: string[]; therapists: string[] };
}

function Tiles({ tiles, filters }: { tiles: Tile[]; filters: BoardFilters }) {
  return (
    <ul className="tiles board-tiles" id="tiles" data-live="">
      {tiles.map(({ key, name, count }) => (
        <li key={key}>
          <a
            className={key === "unconfirmed" && count > 0 ? "tile waits" : "tile"}
            href={tileHref(key, filters)}
            data-opens={popupTitle(key) ?? undefined}
            data-none={strings.noRows}
            data-tile={key}
          >
            <b className="num">{count.toLocaleString("en-US")}</b>
            <span>{Number(key) > 0 ? `${key}. ${name}` : name}</span>
            <span className="soft small">
              Click to filter
              {filters.therapist && !tileHref(key, filters).includes("/appointments") && strings.unfiltered}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function popupTitle(key: string): string | null {
  if (key === "codes") return strings.pendingCodes;
  return Number(key) < 6 ? strings.stepOrders(stepName(Number(key))) : null;
}
