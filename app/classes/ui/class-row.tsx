import { formatTime, iso } from "~/core/time";
import type { ClassSession } from "../class-session";
import { seatsTaken } from "./class-facts";

/** A class in a list of visits, which the calendar's script turns into an event. */
export function ClassRow({ session, zone }: { session: ClassSession; zone: string }) {
  const { id, start_at, end_at, kind, therapist, seats, taken } = session;
  return (
    <a
      href={`/classes/${id}`}
      className="week-visit"
      data-class={id}
      data-name={kind}
      data-end={iso(end_at)}
      data-therapist={therapist}
      data-seats={seats}
      data-taken={taken}
    >
      <time dateTime={iso(start_at)}>{formatTime(start_at, zone)}</time>
      <b>{kind}</b>
      <span>{seatsTaken(session)}</span>
    </a>
  );
}
