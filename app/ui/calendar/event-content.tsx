import { memo } from "react";
import { formatDay, formatTime } from "~/core/time";
import type { CalendarEvent } from "./calendar-event";

interface EventLineProps {
  event: CalendarEvent;
  /** Milliseconds UTC; while it is dragged, where it would land. */
  start: number;
  zone: string;
  /** A column as wide as a thumb: fewer letters to see, the same to hear. */
  tight: boolean;
  /** Are they all of one therapist? */
  ofOne: boolean;
}

const shortWords: Record<string, string> = {
  submitted: "subm.",
  confirmed: "conf.",
  completed: "done",
  cancelled: "canc.",
  pending: "pend.",
};

/** What stands in an event: time - patient - whose it is (part 2, section 2), and its status as a word. */
export const EventContent = memo(function EventLine({ event, start, zone, tight, ofOne }: EventLineProps) {
  const time = formatTime(start, zone);
  const dash = tight ? "" : <span className="event-dash"> -</span>;
  return (
    <span className="event-line">
      <span className="unseen">{formatDay(start, zone)}, </span>
      <span className="event-part">
        <Words
          className="event-time"
          text={time}
          shown={tight ? time.replace(" AM", "a").replace(" PM", "p") : time}
        />
        {dash}
      </span>{" "}
      <span className="event-part">
        <span className="event-patient">
          <span className="unseen">patient </span>
          {event.patientId}
        </span>
        {dash}
        {!(tight && ofOne) && <span className="event-initials"> {event.initials}</span>}
      </span>{" "}
      <span className="event-status">
        <span className="event-whole">{event.status}</span>
        <span className="event-short" aria-hidden="true">
          {shortWords[event.status] ?? event.status}
        </span>
      </span>
    </span>
  );
});

function Words({ className, text, shown }: { className: string; text: string; shown: string }) {
  if (text === shown) return <span className={className}>{text}</span>;
  return (
    <span className={className}>
      <span className="unseen">{text}</span>
      <span aria-hidden="true">{shown}</span>
    </span>
  );
}
