import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadCalendars } from "~/dashboard/calendars/load-calendars.server";
import { CalendarFilters } from "~/dashboard/ui/calendar-filters";
import calendarsCss from "~/dashboard/ui/calendars.css";
import { CapacityGrid } from "~/dashboard/ui/capacity-grid";
import { DayList } from "~/dashboard/ui/day-list";
import { SetupCalendar } from "~/dashboard/ui/setup-calendar";
import { SetupTiles } from "~/dashboard/ui/setup-tiles";
import { Worklist } from "~/dashboard/ui/worklist";
import { loadPage } from "~/http/page.server";
import { pathOf } from "~/http/request/path-of.server";
import { viewerZone, zoneForStaff } from "~/http/request/viewer-zone.server";
import { takeFlash } from "~/http/response/flash.server";
import calendarCss from "~/ui/calendar/calendar.css";
import { ButtonLink } from "~/ui/components/button";
import { Tabs } from "~/ui/components/tabs";
import { StaffShell } from "~/ui/shells/staff-shell";
import closeOutCss from "~/visits/ui/close-out.css";
import { visitFlash } from "~/visits/visit-flash";
import { calendarsHref, filtersOn, ShowCalendars, tabs } from "../calendars/calendars-query";
import { strings } from "../strings";

export const handle = {
  look: "staff",
  scripts: ["setup-calendar", "sheet", "live", "availability", "worklist"],
};
export const links: LinksFunction = () =>
  [calendarCss, calendarsCss, closeOutCss].map((href) => ({ rel: "stylesheet", href }));
export const meta = () => [{ title: "Setup Calendar – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowCalendars }, async ({ app, input }) => {
    const zone = viewerZone(args.request);
    const now = app.clock.now();
    const today = localDate(now, zoneForStaff(args.request));
    return {
      query: input,
      zone,
      now,
      today,
      toast: visitFlash(takeFlash(args), pathOf(args.request)),
      ...(await loadCalendars(app, input, today, zone)),
    };
  });

const names: Record<(typeof tabs)[number], string> = {
  calendar: "Calendar",
  worklist: "Worklist",
  capacity: "Capacity",
};

export default function Calendars() {
  const { query, zone, now, today, toast, ...page } = useLoaderData<typeof loader>();
  const { choices, monthName, tiles, month, first, day, worklist, capacity } = page;
  const on = filtersOn(query);
  return (
    <StaffShell
      title="Setup Calendar"
      here="/calendars"
      toast={toast}
      actions={<ButtonLink href="/new-appointment">{strings.newAppointment}</ButtonLink>}
    >
      <SetupTiles month={monthName} tiles={tiles} />
      <CalendarFilters query={query} choices={choices} />
      <Tabs
        label="Views"
        tabs={tabs.map((tab) => ({ href: calendarsHref({ tab, ...on }), label: names[tab] }))}
        current={calendarsHref({ tab: query.tab, ...on })}
      />
      {worklist && <Worklist {...{ worklist, query, zone, now }} />}
      {capacity && <CapacityGrid {...{ capacity, today, query }} />}
      {day && <DayList {...{ day, query, zone, now }} />}
      {month && <SetupCalendar {...{ month, monthName, first, query, zone, today, now }} />}
    </StaffShell>
  );
}
