import { addDays, formatDay, startOfDay } from "~/core/time";
import type { CalendarsPage } from "~/dashboard/calendars/load-calendars.server";
import { calendarsHref, filtersOn, type ShowCalendars } from "../calendars/calendars-query";
import { Pager } from "./pager";
import { PeriodHead } from "./period-head";
import { VisitTable } from "./visit-table";

interface DayListProps {
  day: NonNullable<CalendarsPage["day"]>;
  query: ShowCalendars;
  zone: string | null;
  now: number;
}

export function DayList({ day, query, zone, now }: DayListProps) {
  const on = filtersOn(query);
  const title = formatDay(startOfDay(day.date, "UTC"), "UTC");
  return (
    <section className="work stack" aria-labelledby="day-title" id="day-list" data-live="">
      <PeriodHead
        id="day-title"
        title={title}
        links={[
          ["Previous day", calendarsHref({ ...on, day: addDays(day.date, -1) })],
          ["Month", calendarsHref({ ...on, month: day.date.slice(0, 7) })],
          ["Next day", calendarsHref({ ...on, day: addDays(day.date, 1) })],
        ]}
      />
      <VisitTable
        caption={`Visits on ${title}`}
        visits={day.visits}
        empty="No visits this day."
        {...{ zone, now }}
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
