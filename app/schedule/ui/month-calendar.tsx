import { currentLanguage } from "~/core/language/current-language";
import { dateStyles } from "~/core/language/date-styles";
import { addMonths, monthPage, shortMonth, shortWeekday, weekdayNames } from "~/core/month";
import type { Schedule } from "../find-schedule.server";
import { strings } from "../strings";
import { firstPageHref, timesHref } from "./schedule-href";

/** Wide screens show a month. Phones show a strip of all open days, starting with that month. */
export function MonthCalendar({ base, schedule }: { base: string; schedule: Schedule }) {
  const { month, days } = schedule;
  const { title, lead, dates } = monthPage(month);
  const open = new Set(days);
  const firstDays = new Set(
    [...Map.groupBy(days, (date) => date.slice(0, 7)).values()].map(([first]) => first),
  );
  const titleAt = (date: string) => (firstDays.has(date) ? monthPage(date.slice(0, 7)).title : undefined);
  return (
    <section className="calendar" aria-label={strings.chooseDay} data-month={month}>
      <div className="month-bar">
        <MonthLink base={base} schedule={schedule} to={schedule.previousMonth} step={-1} />
        <h2>{title}</h2>
        <MonthLink base={base} schedule={schedule} to={schedule.nextMonth} step={1} />
      </div>
      <div className="strip">
        <ol className="weekdays" aria-hidden="true">
          {weekdayNames().map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ol>
        <ol className="days">
          {Array.from({ length: lead }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: empty cells have no other key.
            <li key={index} aria-hidden="true" />
          ))}
          {dates.map((date) =>
            open.has(date) ? (
              <OpenDay key={date} base={base} schedule={schedule} date={date} title={titleAt(date)} />
            ) : (
              <li key={date}>{Number(date.slice(8))}</li>
            ),
          )}
        </ol>
        <ol className="days later">
          {days
            .filter((date) => date.slice(0, 7) > month)
            .map((date) => (
              <OpenDay key={date} base={base} schedule={schedule} date={date} title={titleAt(date)} />
            ))}
        </ol>
      </div>
    </section>
  );
}

interface MonthLinkProps {
  base: string;
  schedule: Schedule;
  to: string | null;
  step: 1 | -1;
}

function MonthLink({ base, schedule: { filters, month }, to, step }: MonthLinkProps) {
  if (!to) return <span />;
  const name = step === 1 ? strings.nextMonth : strings.previousMonth;
  return (
    <a href={firstPageHref(base, filters, { month: to, date: undefined })} data-nav="month">
      <span aria-hidden="true">{step === 1 ? "→" : "←"}</span>
      <span className="unseen">{`${name}, ${monthPage(addMonths(month, step)).title}`}</span>
    </a>
  );
}

interface OpenDayProps {
  base: string;
  schedule: Schedule;
  date: string;
  /** The month's title, on the first open day of each month. */
  title: string | undefined;
}

function OpenDay({ base, schedule, date, title }: OpenDayProps) {
  const { filters, month, list } = schedule;
  const { isMonthFirst } = dateStyles[currentLanguage()];
  return (
    <li className={list.some((day) => day.date === date) ? "open listed" : "open"} data-month-title={title}>
      <a
        href={timesHref(base, filters, { date, month })}
        aria-current={filters.date === date ? "date" : undefined}
        data-nav="date"
      >
        <span className="weekday">{`${shortWeekday(date)} `}</span>
        <b>
          {isMonthFirst && <span className="month">{`${shortMonth(date)} `}</span>}
          {Number(date.slice(8))}
          {!isMonthFirst && <span className="month">{` ${shortMonth(date)}`}</span>}
        </b>
      </a>
    </li>
  );
}
