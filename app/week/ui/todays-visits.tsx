import { formatClock, formatDay, formatTime, formatWhen, iso, localDate, startOfDay } from "~/core/time";
import { needsLink } from "~/kinds/kind-schema";
import { ButtonLink } from "~/ui/components/button";
import { PhoneButton } from "~/ui/components/phone-link";
import { StatusBadge } from "~/ui/components/status";
import { usePage } from "~/ui/page-context";
import { mayRunLate } from "~/visits/late/may-run-late";
import { CommunicationMarks } from "~/visits/ui/communication";
import { isJoinable, JoinVisit } from "~/visits/ui/join-visit";
import type { Today, TodaysVisit } from "../find-today.server";
import { untilText } from "../until";
import { RunningLateForm } from "./running-late-form";
import { toldLine } from "./told-line";

interface TodaysVisitsProps extends VisitPlace {
  today: Today;
}

interface VisitPlace {
  /** Milliseconds UTC. */
  now: number;
  zone: string;
  isOwn: boolean;
  back: string;
}

/** The next visit with what to do now, and today's other visits in one line each. */
export function TodaysVisits({ today: { date, next, others }, ...place }: TodaysVisitsProps) {
  const isToday = next !== null && localDate(next.start_at, place.zone) === date;
  return (
    <div id="today" data-live="">
      {(next || others.length > 0) && (
        <section className="panel todays-visits" aria-label="Today's visits">
          {next ? (
            <NextVisit visit={next} isToday={isToday} {...place} />
          ) : (
            <p className="soft">No upcoming visits.</p>
          )}
          {others.length > 0 ? (
            <ul>
              {!isToday && (
                <li className="of-day soft">{`Today, ${formatDay(startOfDay(date, place.zone), place.zone)}`}</li>
              )}
              {others.map((visit) => (
                <OtherVisit key={visit.id} visit={visit} {...place} />
              ))}
            </ul>
          ) : (
            <p className="soft">{isToday ? "No other visits today." : "No visits today."}</p>
          )}
        </section>
      )}
    </div>
  );
}

interface VisitOfDay extends VisitPlace {
  visit: TodaysVisit;
}

function NextVisit({ visit, isToday, now, zone, isOwn, back }: VisitOfDay & { isToday: boolean }) {
  const { hidesNames } = usePage();
  const { id, start_at: start, end_at: end, patient_id, patient_name, phone, phone_ext } = visit;
  const name = hidesNames ? null : patient_name;
  return (
    <div className="next-visit">
      <p className="row">
        <span className="soft" aria-hidden="true">
          Next visit
        </span>{" "}
        <b>{isToday ? formatClock(start, zone) : formatWhen(start, zone)}</b>{" "}
        <span className="badge dawn" data-until={iso(start)} data-end={iso(end)} data-now={iso(now)}>
          {untilText({ start, end }, now)}
        </span>{" "}
        <StatusBadge status={visit.status} />
      </p>
      <h2>
        <span className="unseen">Next visit: </span>
        <a href={`${back}&visit=${id}`} data-opens="">
          {name ?? `Patient ${patient_id}`}
        </a>
      </h2>
      <p className="soft">
        {name && `Patient ID ${patient_id}`}
        <CommunicationMarks visit={visit} />
      </p>
      <div className="buttons">
        {visit.status === "submitted" && (
          <ButtonLink href={`/visits/${id}/confirm?back=${encodeURIComponent(back)}`} data-opens="">
            Confirm Appt
          </ButtonLink>
        )}
        <JoinVisit visit={visit} id="join-next" />
        {mayRunLate(visit, now) && <RunningLateForm visit={visit} isOwn={isOwn} back={back} />}
        {phone && <PhoneButton phone={phone} extension={phone_ext} />}
      </div>
      {visit.status === "submitted" && needsLink(visit) && (
        <p className="soft">The video link is here once you confirm the visit.</p>
      )}
      <Told text={toldLine(visit, phone, zone)} />
    </div>
  );
}

function OtherVisit({ visit, now, zone, isOwn, back }: VisitOfDay) {
  const { hidesNames } = usePage();
  const isSoon = mayRunLate(visit, now);
  return (
    <li id={`today-${visit.id}`}>
      <time dateTime={iso(visit.start_at)}>{formatTime(visit.start_at, zone)}</time>
      <span>
        <a href={`${back}&visit=${visit.id}`} data-opens="">
          {(!hidesNames && visit.patient_name) || `Patient ${visit.patient_id}`}
        </a>
        <CommunicationMarks visit={visit} />
      </span>
      <StatusBadge status={visit.status} />
      {isSoon && isJoinable(visit) && (
        <ButtonLink
          href={visit.meeting_link ?? ""}
          target="_blank"
          rel="noreferrer"
          look="quiet"
          size="small"
        >
          Join<span className="unseen"> the video visit with patient {visit.patient_id}</span>
        </ButtonLink>
      )}
      {isSoon && <RunningLateForm visit={visit} isOwn={isOwn} back={back} small />}
      <Told text={toldLine(visit, visit.phone, zone)} />
    </li>
  );
}

export const Told = ({ text }: { text: string | null }) => text && <p className="soft">{text}</p>;
