import type { Opening } from "~/availability/openings.server";
import { formatTime, formatWhen, zoneLabel, zoneOrUtc } from "~/core/time";
import { Choice } from "~/ui/components/field";
import { choiceText } from "../absence/absence-schema";
import type { Proposal } from "../absence/propose-moves.server";
import { movedNotice } from "../notices";

/** One visit of the day: where it would go, who is told, and in which words. */
export function AbsenceRow({ proposal, region }: { proposal: Proposal; region: string }) {
  const { visit, options, home } = proposal;
  const when = formatWhen(visit.start_at, zoneOrUtc(visit.timezone));
  return (
    <li>
      <div>
        <p>
          <b className="num">{when}</b>
        </p>
        <p className="soft">
          patient <span className="num">{visit.patient_id}</span>, {visit.brightree_db}, {visit.status}
        </p>
      </div>
      {options.length === 0 ? (
        <p>
          {`No free time in ${region} that day.`} <a href={`/visits/${visit.id}/cancel`}>Cancel this visit</a>
          , or call the patient.
        </p>
      ) : (
        <div>
          <Choice
            name="home"
            id={`home-${visit.id}`}
            label={
              <>
                New home<span className="unseen"> of the visit of {when}</span>
              </>
            }
            value={choiceText(visit, home)}
          >
            <option value={choiceText(visit, null)}>Stays with {visit.therapist}</option>
            {options.map((option) => (
              <option key={`${option.therapistId} ${option.start}`} value={choiceText(visit, option)}>
                {nameOf(option, visit.start_at)}
              </option>
            ))}
          </Choice>
          {home ? <Told {...{ proposal, home }} /> : <p className="soft small">Nobody is told anything.</p>}
        </div>
      )}
    </li>
  );
}

const nameOf = ({ therapist, start, zone }: Opening, was: number) =>
  start === was
    ? `${therapist}, same time`
    : `${therapist}, ${formatTime(start, zone)} ${zoneLabel(start, zone)}`;

function Told({ proposal: { visit, reach }, home }: { proposal: Proposal; home: Opening }) {
  const ways = [reach.text && "text", reach.email && "e-mail"].filter(Boolean).join(" and ");
  const moved = {
    ...visit,
    therapist: home.therapist,
    timezone: home.zone,
    start_at: home.start,
    status: "submitted",
  };
  const notice = movedNotice(moved);
  return (
    <details className="told small">
      <summary>
        {ways ? `The patient is told by ${ways}` : "The patient can't be told: no phone or e-mail"};{" "}
        {home.therapist} and {visit.therapist} by e-mail
      </summary>
      {reach.text && <p>{`Text: ${notice.sms}`}</p>}
      {reach.email && <p className="letter">{`E-mail: ${notice.subject}\n${notice.text}`}</p>}
      {notice.therapist && (
        <p className="letter">{`To ${home.therapist}: ${notice.therapist.subject}\n${notice.therapist.text}`}</p>
      )}
    </details>
  );
}
