import { addMonths, monthPage } from "~/core/month";
import { plural } from "~/core/plural";
import { formatDay, formatTime, startOfDay, zoneLabel, zoneOrUtc } from "~/core/time";
import { initialsOf } from "~/ui/calendar/calendar-event";
import { StatusBadge } from "~/ui/components/status";
import { usePage } from "~/ui/page-context";
import { CommunicationMarks } from "~/visits/ui/communication";
import { calendarsHref, filtersOn, type ShowCalendars } from "../calendars/calendars-query";
import type { CalendarsPage } from "../calendars/load-calendars.server";
import { boardFilters, dayBoardHref } from "../day-board/day-board-schema";
import type { ShownVisit } from "../shown-visit";
import { strings } from "../strings";
import { PeriodHead } from "./period-head";

interface MonthByDayProps {
  month: string;
  days: NonNullable<CalendarsPage["month"]>["days"];
  loads: CalendarsPage["loads"];
  today: string;
  query: ShowCalendars;
  zone: string | null;
}

export function MonthByDay({ month, days, loads, today, query, zone }: MonthByDayProps) {
  const on = filtersOn(query);
  const { title } = monthPage(month);
  // The list of a large company is long, so it opens on today.
  const earlier = loads && month === today.slice(0, 7) ? days.filter(({ date }) => date < today) : [];
  const earlierVisits = earlier.reduce((sum, { visits }) => sum + visits, 0);
  const list = (some: typeof days) => (
    <ol className="box divided month-days">
      {some.map(({ date, visits, first }) => {
        const name = formatDay(startOfDay(date, "UTC"), "UTC");
        const load = loads?.[date];
        const dayList = calendarsHref({ ...on, day: date });
        return (
          <li
            key={date}
            id={`day-${date}`}
            className={date === today ? "today" : date < today ? "past" : undefined}
          >
            <h3>
              <a href={load ? dayBoardHref({ day: date, ...boardFilters(query) }) : dayList}>{name}</a>{" "}
              {date === today && <span className="badge dawn">Today</span>}{" "}
              <span className="soft small num">{plural(visits, "visit")}</span>
              {load && (
                <span className="under num soft">{`${load.booked.toLocaleString("en-US")} of ${load.cap.toLocaleString("en-US")} booked (${Math.round((load.booked / load.cap) * 100)}%)`}</span>
              )}
            </h3>
            <ul>
              {first.map((visit) => (
                <li key={visit.id}>
                  <VisitListItem visit={visit} zone={zone} />
                </li>
              ))}
            </ul>
            {visits > 2 && <More name={name} visits={visits} href={dayList} />}
          </li>
        );
      })}
    </ol>
  );
  return (
    <section aria-labelledby="month-title">
      <PeriodHead
        id="month-title"
        title={
          <>
            {title}{" "}
            {zone && <span className="soft small">{zoneLabel(startOfDay(`${month}-15`, zone), zone)}</span>}
          </>
        }
        links={[
          ["Previous month", calendarsHref({ ...on, month: addMonths(month, -1) })],
          ["Today", calendarsHref(on)],
          ["Next month", calendarsHref({ ...on, month: addMonths(month, 1) })],
        ]}
      />
      {days.length === 0 && <NoVisits period={title} month={month} on={on} />}
      {earlier.length > 0 && (
        <details className="opener" id="earlier-days">
          <summary>{`Earlier this month: ${plural(earlier.length, "day")} with ${earlierVisits.toLocaleString("en-US")} visits`}</summary>
          {list(earlier)}
        </details>
      )}
      {list(days.slice(earlier.length))}
    </section>
  );
}

interface NoVisitsProps {
  period: string;
  month: string;
  on: ReturnType<typeof filtersOn>;
}

function NoVisits({ period, month, on }: NoVisitsProps) {
  const isFiltered = Object.values(on).some(Boolean);
  return (
    <p className="none-here soft">
      {isFiltered ? (
        <>
          {`No visit in ${period} matches the filters.`}{" "}
          <a href={calendarsHref({ month })}>{strings.clearFilters}</a>
        </>
      ) : (
        <>
          {`No visit is booked in ${period}. Visits are listed here when patients book them or you add one.`}{" "}
          <a href="/new-appointment">Add a visit</a>
        </>
      )}
    </p>
  );
}

// A phone shows two visits per day. Wider screens show three.
function More({ name, visits, href }: { name: string; visits: number; href: string }) {
  return (
    <a className={visits > 3 ? "more" : "more narrow-only"} href={href}>
      <span className="narrow-only">{`+${visits - 2} more`}</span>
      {visits > 3 && <span className="wide-only">{`+${visits - 3} more`}</span>}
      <span className="unseen"> on {name}</span>
    </a>
  );
}

function VisitListItem({ visit, zone }: { visit: ShownVisit; zone: string | null }) {
  const clock = zone ?? zoneOrUtc(visit.timezone);
  const { hidesNames } = usePage();
  return (
    <a
      className="visit-line"
      href={`/visits/${visit.id}`}
      title={(!hidesNames && visit.patient_name) || undefined}
      data-opens=""
    >
      <span className="num">
        {`${formatTime(visit.start_at, clock)} - ${visit.patient_id} - ${initialsOf(visit.therapist)}`}
        {zone === null && ` ${zoneLabel(visit.start_at, clock)}`}
      </span>
      <StatusBadge status={visit.status} />
      <CommunicationMarks visit={visit} />
    </a>
  );
}
