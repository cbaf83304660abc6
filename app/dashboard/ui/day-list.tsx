import { addDays, formatDay, startOfDay } from "~/core/time";
import type { CalendarsPage } from "~/dashboard/calendars/load-calendars.server";
import { ButtonLink } from "~/ui/components/button";
import { calendarsHref, filtersOn, type ShowCalendars } from "../calendars/calendars-query";
import { Pager } from "./pager";
import { VisitTable } from "./visit-table";

interface DayListProps {
  day: NonNullable<CalendarsPage["day"]>;
  asked: ShowCalendars;
  zone: string | null;
  now: number;
}

/** All visits of one day, a page at a time. */
export function DayList({ day, asked, zone, now }: DayListProps) {
  const on = filtersOn(asked);
  const title = formatDay(startOfDay(day.date, "UTC"), "UTC");
  return (
    <section className="work" aria-labelledby="day-title">
      <div className="spread">
        <h2 id="day-title">{title}</h2>
        <p className="buttons">
          <ButtonLink href={calendarsHref({ ...on, day: addDays(day.date, -1) })} look="quiet" size="small">
            Day before
          </ButtonLink>
          <ButtonLink href={calendarsHref({ ...on, month: day.date.slice(0, 7) })} look="quiet" size="small">
            Whole month
          </ButtonLink>
          <ButtonLink href={calendarsHref({ ...on, day: addDays(day.date, 1) })} look="quiet" size="small">
            Day after
          </ButtonLink>
        </p>
      </div>
      <VisitTable
        caption={`Visits of ${title}`}
        visits={day.visits}
        empty="No visits this day."
        {...{ zone, now }}
      />
      <Pager
        page={asked.page}
        more={day.more}
        of="the day's visits"
        hrefOf={(page) => calendarsHref({ ...on, day: day.date, page })}
      />
    </section>
  );
}
