import { plural } from "~/core/plural";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import type { ListedCalendar } from "../connected-calendars.server";
import { AddCalendarForm } from "./add-calendar-form";

interface BusyCardProps {
  calendars: ListedCalendar[];
  /** After this many minutes without a successful read, patients can't book. */
  staleMinutes: number;
  zone: string;
}

export function BusyCard({ calendars, staleMinutes, zone }: BusyCardProps) {
  return (
    <section className="panel reading" aria-labelledby="busy-title">
      <h2 id="busy-title">Busy times from another calendar</h2>
      <p>
        Patients can't book times when another calendar shows you as busy. Firstnight checks the calendar
        every 5 minutes and saves only start and end times, not titles. If it can't be read for {staleMinutes}{" "}
        minutes, patients can't book any visits with you.
      </p>
      {calendars.some(({ stale }) => stale) && (
        <Notice tone="bad">
          Patients can't book any visits with you right now because a calendar can't be read. They can book
          again when Firstnight can read the calendar, or when you remove it.
        </Notice>
      )}
      {calendars.length > 0 && (
        <ul className="outcomes divided">
          {calendars.map((calendar) => (
            <li
              key={calendar.id}
              id={`calendar-${calendar.id}`}
              className={calendar.error ? "failed" : undefined}
            >
              <Connected calendar={calendar} zone={zone} />
            </li>
          ))}
        </ul>
      )}
      {calendars.length === 0 ? (
        <AddCalendarForm />
      ) : (
        <details>
          <summary>Add another calendar</summary>
          <AddCalendarForm />
        </details>
      )}
    </section>
  );
}

function Connected({ calendar, zone }: { calendar: ListedCalendar; zone: string }) {
  const { id, kind, url, user, error, read_at, events, busy, stale, is_read, closes_at } = calendar;
  const host = URL.canParse(url) ? new URL(url).host : "Unknown link";
  return (
    <form method="post">
      <input type="hidden" name="calendar_id" value={id} />
      <div>
        <strong>{kind === "ics" ? host : `${host} (CalDAV, ${user})`}</strong>
        {error && <p className="wrong">{error}</p>}
        {error && !stale && !is_read && (
          <p>
            Patients can't book with you after <DateTime at={closes_at} zone={zone} /> unless this calendar
            can be read by then. If you don't need it, remove it.
          </p>
        )}
        <p className="soft">
          {read_at === null ? (
            "Not read yet."
          ) : (
            <>
              Last read <DateTime at={read_at} zone={zone} />: {plural(events, "event")},{" "}
              {plural(busy, "busy time")} in the next 180 days.
            </>
          )}
        </p>
      </div>
      <p className="buttons">
        <Button look="quiet" size="small" name="act" value="test-calendar">
          Test
        </Button>
      </p>
      <details>
        <summary>Remove</summary>
        <p>If you remove it, patients can book times when this calendar shows you as busy.</p>
        <p className="buttons">
          <Button look="danger" size="small" name="act" value="remove-calendar">
            Remove calendar
          </Button>
        </p>
      </details>
    </form>
  );
}
