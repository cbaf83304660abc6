import { formatTime, zoneLabel, zoneOrUtc } from "~/core/time";
import { initialsOf } from "~/ui/calendar/calendar-event";
import type { ShownVisit } from "../shown-visit";

/** Part 2, section 2: time - patient id - therapist's initials. */
export function VisitListItem({ visit, zone }: { visit: ShownVisit; zone: string | null }) {
  const clock = zone ?? zoneOrUtc(visit.timezone);
  const name = visit.status.toLowerCase();
  return (
    <a className="visit-line" href={`/therapists/${visit.therapist_id}`} data-opens="">
      <span className={`status ${name.replace(/\W/g, "-")}`}>{visit.status}</span>{" "}
      <span className="num">
        {`${formatTime(visit.start_at, clock)} - ${visit.patient_id} - ${initialsOf(visit.therapist)}`}
        {zone === null && ` ${zoneLabel(visit.start_at, clock)}`}
      </span>
    </a>
  );
}
