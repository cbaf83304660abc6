import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { monthPage } from "~/core/month";
import { addDays, formatDay, localDate, startOfDay } from "~/core/time";
import { supervisors } from "~/core/who";
import { type CalendarsPage, listCalendars } from "~/dashboard/calendars/load-calendars.server";
import { CalendarFilters } from "~/dashboard/ui/calendar-filters";
import calendarsCss from "~/dashboard/ui/calendars.css";
import { CapacityGrid } from "~/dashboard/ui/capacity-grid";
import { SetupCalendar } from "~/dashboard/ui/setup-calendar";
import { Worklist } from "~/dashboard/ui/worklist";
import { loadPage } from "~/http/page.server";
import { browserZone, zoneForStaff } from "~/http/request/browser-settings.server";
import { takeFlash } from "~/http/response/flash.server";
import { codeFlash } from "~/orders/flash";
import { viewFlash } from "~/saved-views/flash";
import calendarCss from "~/ui/calendar/calendar.css";
import { QuietLink } from "~/ui/components/button";
import { StatusTiles } from "~/ui/components/status-tiles";
import { Tabs } from "~/ui/components/tabs";
import { StaffShell } from "~/ui/shells/staff-shell";
import { visitFlash } from "~/visits/flash";
import { sickDayHref } from "~/visits/reassign/absence-strings";
import closeOutCss from "~/visits/ui/close-out.css";
import { calendarsHref, filtersOn, ShowCalendars, tabs } from "../calendars/calendars-query";
import { boardFilters, dayBoardHref } from "../day-board/day-board-schema";
import { strings } from "../strings";
import { Pager } from "../ui/lists/cursor-pager";
import { NewAppointmentLink } from "../ui/new-appointment-link";
import { PeriodHead } from "../ui/period-head";
import { VisitTable } from "../ui/visit-table";

export const handle = {
  look: "staff",
  scripts: ["setup-calendar", "sheet", "live", "availability", "worklist"],
};
export const links: LinksFunction = () =>
  [calendarCss, calendarsCss, closeOutCss].map((href) => ({ rel: "stylesheet", href }));
export const meta = () => [{ title: "Setup Calendar – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowCalendars }, async ({ app, input }) => {
    const zone = browserZone(args.request);
    const now = app.clock.now();
    const today = localDate(now, zoneForStaff(args.request));
    return {
      query: input,
      zone,
      now,
      today,
      toast: await takeFlash(args, { ...visitFlash, ...viewFlash, ...codeFlash }),
      ...(await listCalendars(app, input, today, zone)),
    };
  });

const names: Record<(typeof tabs)[number], string> = {
  calendar: "Calendar",
  worklist: "Worklist",
  capacity: "Capacity",
};

export default function Calendars() {
  const { query, zone, now, today, toast, ...page } = useLoaderData<typeof loader>();
  const { choices, monthName, tiles, month, loads, first, day, worklist, capacity } = page;
  const on = filtersOn(query);
  return (
    <StaffShell
      title="Setup Calendar"
      here="/calendars"
      toast={toast}
      actions={
        <>
          <NewAppointmentLink />
          <QuietLink href={dayBoardHref({ day: query.day, ...boardFilters(query) })}>
            {strings.dayBoard}
          </QuietLink>
          <QuietLink href={sickDayHref({ name: query.therapist, date: query.day })}>
            {strings.sickDay}
          </QuietLink>
        </>
      }
    >
      <SetupTiles month={monthName} tiles={tiles} />
      <CalendarFilters query={query} choices={choices} />
      <Tabs
        label="Views"
        tabs={tabs.map((tab) => ({ href: calendarsHref({ tab, ...on }), label: names[tab] }))}
        current={calendarsHref({ tab: query.tab, ...on })}
      />
      {worklist && <Worklist worklist={worklist} query={query} zone={zone} now={now} />}
      {capacity && <CapacityGrid capacity={capacity} today={today} query={query} />}
      {day && <DayList day={day} query={query} zone={zone} now={now} />}
      {month && (
        <SetupCalendar
          month={month}
          monthName={monthName}
          loads={loads}
          first={first}
          query={query}
          zone={zone}
          today={today}
          now={now}
        />
      )}
    </StaffShell>
  );
}

interface SetupTilesProps {
  month: string;
  tiles: { pending: number; confirmed: number; completed: number };
}

function SetupTiles({ month, tiles }: SetupTilesProps) {
  const { title } = monthPage(month);
  return (
    <StatusTiles
      id="setup-tiles"
      tiles={[
        {
          status: "submitted",
          label: "Pending Setups",
          count: tiles.pending,
          hint: `to confirm in ${title}`,
        },
        { status: "confirmed", label: "Confirmed Setups", count: tiles.confirmed, hint: `in ${title}` },
        { status: "completed", label: "Completed Setups", count: tiles.completed, hint: `in ${title}` },
      ]}
    />
  );
}

interface DayListProps {
  day: NonNullable<CalendarsPage["day"]>;
  query: ShowCalendars;
  zone: string | null;
  now: number;
}

function DayList({ day, query, zone, now }: DayListProps) {
  const on = filtersOn(query);
  const title = formatDay(startOfDay(day.date, "UTC"), "UTC");
  return (
    <section className="work stack" aria-labelledby="day-title" id="day-list" data-live="">
      <PeriodHead
        id="day-title"
        title={title}
        links={[
          ["Previous day", calendarsHref({ ...on, day: addDays(day.date, -1) })],
          [strings.dayBoard, dayBoardHref({ day: day.date, ...boardFilters(query) })],
          ["Month", calendarsHref({ ...on, month: day.date.slice(0, 7) })],
          ["Next day", calendarsHref({ ...on, day: addDays(day.date, 1) })],
        ]}
      />
      <VisitTable
        caption={`Visits on ${title}`}
        visits={day.visits}
        empty={
          <>
            No visits this day.
            <span className="soft under">
              {Object.values(on).some(Boolean) && (
                <>
                  <a href={calendarsHref({ day: day.date })}>{strings.clearFilters}</a> or{" "}
                </>
              )}
              <a href={`/new-appointment?date=${day.date}`}>{strings.addOne}</a>.
            </span>
          </>
        }
        zone={zone}
        now={now}
      />
      <Pager
        page={query.page}
        more={day.more}
        of="the day's visits"
        hrefOf={(page) => calendarsHref({ ...on, day: day.date, page })}
      />
    </section>
  );
}
