import { addMonths, monthPage } from "~/core/month";
import { formatDay } from "~/core/time";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { scheduleHref } from "./schedule-href";

interface CalendarProps {
  base: string;
  filters: ScheduleFilters;
  month: string;
  previousMonth: string | null;
  nextMonth: string | null;
  days: { date: string; openings: number }[];
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const labelOf = (date: string) => formatDay(Date.parse(date), "UTC");

export function MonthCalendar({ base, filters, month, previousMonth, nextMonth, days }: CalendarProps) {
  const { title, lead, dates } = monthPage(month);
  const openings = new Map(days.map((day) => [day.date, day.openings]));
  const monthHref = (to: string) => scheduleHref(base, filters, { month: to });
  return (
    <section className="calendar" aria-label={strings.chooseDay}>
      <div className="month-bar">
        {previousMonth ? (
          <a href={monthHref(previousMonth)} data-nav="month">
            <span aria-hidden="true">←</span>
            <span className="unseen">{`${strings.previousMonth}, ${monthPage(addMonths(month, -1)).title}`}</span>
          </a>
        ) : (
          <span />
        )}
        <h2>{title}</h2>
        {nextMonth ? (
          <a href={monthHref(nextMonth)} data-nav="month">
            <span aria-hidden="true">→</span>
            <span className="unseen">{`${strings.nextMonth}, ${monthPage(addMonths(month, 1)).title}`}</span>
          </a>
        ) : (
          <span />
        )}
      </div>
      <ol className="weekdays" aria-hidden="true">
        {weekdays.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
      <ol className="days">
        {Array.from({ length: lead }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty cells have no other key.
          <li key={index} aria-hidden="true" />
        ))}
        {dates.map((date) => {
          const count = openings.get(date) ?? 0;
          const [weekday, rest] = labelOf(date).split(", ");
          const number = Number(date.slice(8));
          const on = filters.date === date;
          if (count === 0) return <li key={date}>{number}</li>;
          return (
            <li key={date} className="open">
              <a
                href={scheduleHref(base, filters, { date, month, from: undefined, skip: 0 })}
                aria-current={on ? "date" : undefined}
                data-nav="date"
              >
                <span className="weekday">{`${weekday} `}</span>
                <span className="unseen">{rest?.replace(/\d+$/, "")}</span>
                <b>{number}</b>
                <span className="count">{` ${strings.times(count)}`}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
