import { addMonths, monthPage } from "~/core/month";
import { formatDay, startOfDay, zoneLabel } from "~/core/time";
import { ButtonLink } from "~/ui/components/button";
import { calendarsHref, filtersOn, type ShowCalendars } from "../calendars/calendars-query";
import type { MonthDay } from "../calendars/month-visits.server";
import { VisitListItem } from "./visit-list-item";

interface MonthByDayProps {
  month: string;
  days: MonthDay[];
  today: string;
  asked: ShowCalendars;
  zone: string | null;
}

/** A month as a list of its days, which the calendar takes the place of where scripts run. */
export function MonthByDay({ month, days, today, asked, zone }: MonthByDayProps) {
  const on = filtersOn(asked);
  const { title } = monthPage(month);
  return (
    <section aria-labelledby="month-title">
      <div className="spread">
        <h2 id="month-title">
          {title}{" "}
          {zone && <span className="soft small">{zoneLabel(startOfDay(`${month}-15`, zone), zone)}</span>}
        </h2>
        <p className="buttons">
          <ButtonLink href={calendarsHref({ ...on, month: addMonths(month, -1) })} look="quiet" size="small">
            Previous month
          </ButtonLink>
          <ButtonLink href={calendarsHref(on)} look="quiet" size="small">
            Today
          </ButtonLink>
          <ButtonLink href={calendarsHref({ ...on, month: addMonths(month, 1) })} look="quiet" size="small">
            Next month
          </ButtonLink>
        </p>
      </div>
      {days.length === 0 && <p className="none-here soft">No visits this month.</p>}
      <ol className="box divided month-days">
        {days.map(({ date, visits, first }) => {
          const name = formatDay(startOfDay(date, "UTC"), "UTC");
          return (
            <li key={date} className={date === today ? "today" : date < today ? "past" : undefined}>
              <h3>
                <a href={calendarsHref({ ...on, day: date })}>{name}</a>{" "}
                <span className="soft small num">{visits === 1 ? "1 visit" : `${visits} visits`}</span>
              </h3>
              <ul>
                {first.map((visit) => (
                  <li key={visit.id}>
                    <VisitListItem visit={visit} zone={zone} />
                  </li>
                ))}
              </ul>
              {visits > 2 && <More name={name} visits={visits} href={calendarsHref({ ...on, day: date })} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

// A phone shows two rows of a day, wider screens three (part 2, section 9).
function More({ name, visits, href }: { name: string; visits: number; href: string }) {
  return (
    <a className={visits > 3 ? "more" : "more narrow-only"} href={href}>
      <span className="narrow-only">{`+${visits - 2} more`}</span>
      {visits > 3 && <span className="wide-only">{`+${visits - 3} more`}</span>}
      <span className="unseen"> on {name}</span>
    </a>
  );
}
