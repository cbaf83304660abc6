import { memo } from "react";
import { shortName } from "~/core/short-name";
import { formatDay, formatTime } from "~/core/time";
import { shownStatus } from "~/core/visit-status";
import type { CalendarEvent } from "./calendar-event";

interface EventLineProps {
  event: CalendarEvent;
  /** Milliseconds UTC. While the event is dragged, the time it would move to. */
  start: number;
  zone: string;
  /** Shows fewer letters. Screen readers get the full text. */
  tight: boolean;
  ofOne: boolean;
}

const shortStatuses: Record<string, string> = {
  submitted: "subm.",
  confirmed: "conf.",
  completed: "done",
  cancelled: "canc.",
  pending: "pend.",
};

/** "9:30a" */
export const formatShortTime = (at: number, zone: string) =>
  formatTime(at, zone).replace(" AM", "a").replace(" PM", "p");

export const EventContent = memo(function EventLine({ event, start, zone, tight, ofOne }: EventLineProps) {
  const time = formatTime(start, zone);
  const dash = tight ? "" : <span className="event-dash"> -</span>;
  return (
    <span
      className={ofOne ? "event-line of-one" : "event-line"}
      title={
        [event.patientName, event.kindNote?.text, event.mark?.text].filter(Boolean).join(". ") || undefined
      }
    >
      <span className="unseen">{formatDay(start, zone)}, </span>
      <span className="event-part">
        <ShortenedText
          className="event-time"
          text={time}
          shown={tight ? formatShortTime(start, zone) : time}
        />
        {dash}
      </span>{" "}
      <span className="event-part">
        {event.title === undefined ? (
          <>
            {ofOne && event.kindNote && (
              <span className="event-short" aria-hidden="true">{`${event.kindNote.short} `}</span>
            )}
            <span className="event-patient">
              <span className="unseen">patient </span>
              {event.patientId}
            </span>
            {dash}
            <span className="event-initials"> {whoIs(event, { tight, ofOne })}</span>
          </>
        ) : (
          <>
            <span className="event-patient">{event.title}</span>
            {!ofOne && <span className="event-initials"> {event.initials}</span>}
          </>
        )}
      </span>{" "}
      {event.mark && (
        <>
          <ShortenedText className="event-mark" text={event.mark.text} shown={event.mark.short} />{" "}
        </>
      )}
      {event.kindNote && (
        <>
          <span className="event-kind">
            <span className="event-kind-text">{event.kindNote.text}</span>
            <span className="event-kind-short" aria-hidden="true">
              {event.kindNote.short}
            </span>
          </span>{" "}
        </>
      )}
      {event.title === undefined && (
        <span className="event-status">
          <span className="event-whole">{shownStatus(event.status)}</span>
          <span className="event-short" aria-hidden="true">
            {shortStatuses[event.status] ?? shownStatus(event.status)}
          </span>
        </span>
      )}
    </span>
  );
});

/** A therapist's own calendar shows the patient, and in narrow cells "Priya H.". Other calendars show the therapist. */
function whoIs(
  { patientName, initials }: CalendarEvent,
  { tight, ofOne }: Pick<EventLineProps, "tight" | "ofOne">,
) {
  if (!ofOne) return initials;
  return tight ? shortName(patientName ?? null) : (patientName ?? initials);
}

function ShortenedText({ className, text, shown }: { className: string; text: string; shown: string }) {
  if (text === shown) return <span className={className}>{text}</span>;
  return (
    <span className={className}>
      <span className="unseen">{text}</span>
      <span aria-hidden="true">{shown}</span>
    </span>
  );
}
