import { iso } from "~/core/time";
import type { FirstVisits } from "~/dashboard/calendars/first-visits.server";
import type { CalendarsPage } from "~/dashboard/calendars/load-calendars.server";
import { Notice } from "~/ui/components/notice";
import { usePage } from "~/ui/page-context";
import { calendarsHref, filtersOn, type ShowCalendars } from "../calendars/calendars-query";
import { MonthByDay } from "./month-by-day";

interface SetupCalendarProps {
  month: NonNullable<CalendarsPage["month"]>;
  monthName: string;
  loads: CalendarsPage["loads"];
  first: FirstVisits | null;
  query: ShowCalendars;
  zone: string | null;
  today: string;
  now: number;
}

export function SetupCalendar(props: SetupCalendarProps) {
  const { month, monthName, loads, first, query, zone, today, now } = props;
  const { hasClasses } = usePage();
  const list = (
    <MonthByDay month={monthName} days={month.days} loads={loads} today={today} query={query} zone={zone} />
  );
  if (loads) {
    return (
      <>
        <Notice>
          {`This month has ${month.visits.toLocaleString("en-US")} visits, so each day shows only the first three. Booked visits include pending ones. Choose a therapist, a region, or a company to see a calendar.`}
        </Notice>
        {list}
      </>
    );
  }
  return (
    <>
      <p className="badge dawn" id="loading" role="status" hidden>
        Loading…
      </p>
      <div id="trouble" />
      <div
        id="setup-calendar"
        className="calendar"
        data-now={iso(now)}
        data-date={monthName === today.slice(0, 7) ? today : `${monthName}-01`}
        data-here={calendarsHref(filtersOn(query))}
        data-first={first && JSON.stringify(first)}
        data-classes={hasClasses ? "" : undefined}
      >
        {list}
      </div>
      <ul className="row small" aria-label="Colors">
        {["submitted", "confirmed", "completed", "cancelled", "other"].map((status) => (
          <li key={status}>
            <span className={`status ${status}`}>
              {status === "cancelled" ? "canceled or pending" : status}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
