import { weekHref } from "~/core/calendar-href";
import { addDays, formatDay, iso, startOfDay } from "~/core/time";
import { backgroundNames } from "~/ui/calendar/background-times";
import { initialsOf } from "~/ui/calendar/calendar-event";
import { usePage } from "~/ui/page-context";
import { type VisitWeek, zoneLabels } from "../week";
import type { WeekQuery } from "../week-schema";
import { WeekList } from "./week-list";

interface WeekCalendarProps {
  week: VisitWeek;
  query: WeekQuery;
  today: string;
  isOwn: boolean;
}

export function WeekCalendar({ week, query, today, isOwn }: WeekCalendarProps) {
  const { sunday, zone, therapist } = week;
  const { hasClasses } = usePage();
  const here = weekHref(query, week.date);
  const startOf = (days: number) => startOfDay(addDays(sunday, days), zone);
  return (
    <section className="week stack" aria-labelledby="week-title">
      <header className="row week-head">
        <h2 id="week-title" className="unseen">
          Weekly Calendar
        </h2>
        <p className="soft">
          Times are in {therapist.name}'s time zone, {zone.replaceAll("_", " ")} (
          <span id="zone-label">{zoneLabels(week, zone)}</span>). <span id="own-zone" />
        </p>
        <p id="saved" role="status" className="soft" />
        <p className="row week-links">
          <a href={isOwn ? "/therapist/day" : `/therapist/day?therapist=${therapist.id}`}>Day sheet</a>
          <a href={`/therapists/${therapist.id}/calendars`}>Calendars</a>
        </p>
        <p className="badge dawn" id="loading" role="status" hidden>
          Loading…
        </p>
      </header>
      <div id="problem" />
      <div
        id="calendar"
        className="calendar"
        data-therapist={therapist.name}
        data-initials={initialsOf(therapist.name)}
        data-zone={zone}
        data-date={dateOf(week, query, today)}
        data-from={iso(week.from)}
        data-to={iso(week.to)}
        data-now={iso(week.now)}
        data-here={here}
        data-background={JSON.stringify(week.background)}
        data-view={query.view}
        data-therapist-id={query.therapist}
        data-availability={`/therapists/${therapist.id}/availability`}
        data-interval={week.interval}
        data-classes={hasClasses ? "" : undefined}
      >
        <nav className="week-nav" aria-label="Weeks">
          <a href={weekHref(query, addDays(sunday, -7))}>Previous week</a>
          <b>
            {formatDay(startOf(0), zone)} – {formatDay(startOf(6), zone)}
          </b>
          <a href={weekHref(query, addDays(sunday, 7))}>Next week</a>
        </nav>
        <WeekList
          sunday={sunday}
          zone={zone}
          today={today}
          visits={week.visits}
          classes={week.classes}
          hrefOf={(visit) => `${here}&visit=${visit.id}`}
        />
      </div>
      <p className="soft small paint-hint">
        Drag over empty time to add openings, or over openings to remove them. Visits stay as they are.
      </p>
      <ul className="row behind-key" aria-label="Colors">
        {Object.entries(backgroundNames).map(([kind, name]) => (
          <li key={kind} className={`behind ${kind}`}>
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In the current week, Day view opens on today. */
function dateOf({ sunday, date }: VisitWeek, { view }: WeekQuery, today: string): string {
  return !view && sunday <= today && today < addDays(sunday, 7) ? today : date;
}
