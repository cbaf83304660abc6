import type { Opening } from "~/availability/openings.server";
import { formatTime, formatWhen, zoneLabel, zoneOrUtc } from "~/core/time";
import { Choice } from "~/ui/components/field";
import { choiceText } from "../absence/absence-schema";
import type { Proposal } from "../absence/propose-moves.server";
import { movedNotice, type VisitEmail } from "../notices";
import { whenForStaff } from "../visit-times";

export function AbsenceRow({ proposal, region }: { proposal: Proposal; region: string }) {
  const { visit, options, slot } = proposal;
  const when = formatWhen(visit.start_at, zoneOrUtc(visit.timezone));
  return (
    <li>
      <div>
        <p>
          <b className="num">{whenForStaff(visit)}</b>
        </p>
        <p className="soft">
          patient <span className="num">{visit.patient_id}</span>, {visit.brightree_db}, {visit.status}
        </p>
      </div>
      {options.length === 0 ? (
        <p>
          {`No free time in ${region} that day.`} <a href={`/visits/${visit.id}/cancel`}>Cancel this visit</a>{" "}
          or call the patient.
        </p>
      ) : (
        <div>
          <Choice
            name="slot"
            id={`slot-${visit.id}`}
            label={
              <>
                New time<span className="unseen"> for the visit on {when}</span>
              </>
            }
            value={choiceText(visit, slot)}
          >
            <option value={choiceText(visit, null)}>Keep with {visit.therapist}</option>
            {options.map((option) => (
              <option key={`${option.therapistId} ${option.start}`} value={choiceText(visit, option)}>
                {optionLabel(option, visit.start_at)}
              </option>
            ))}
          </Choice>
          {slot ? (
            <NoticePreview {...{ proposal, slot }} />
          ) : (
            <p className="soft small">No one is notified.</p>
          )}
        </div>
      )}
    </li>
  );
}

const optionLabel = ({ therapist, start, zone }: Opening, currentStart: number) =>
  start === currentStart
    ? `${therapist}, same time`
    : `${therapist}, ${formatTime(start, zone)} ${zoneLabel(start, zone)}`;

const emailPreview = ({ subject, lead, facts = [], next }: VisitEmail) =>
  [subject, lead, ...facts, next].filter(Boolean).join("\n");

function NoticePreview({ proposal: { visit, contact }, slot }: { proposal: Proposal; slot: Opening }) {
  const channels = [contact.text && "text", contact.email && "email"].filter(Boolean).join(" and ");
  const moved = {
    ...visit,
    therapist: slot.therapist,
    timezone: slot.zone,
    start_at: slot.start,
    status: "submitted",
  };
  const notice = movedNotice(moved);
  return (
    <details className="notice-preview opener small">
      <summary>
        {channels
          ? `The patient is notified by ${channels}.`
          : "The patient can't be notified: no phone or email."}{" "}
        {slot.therapist} and {visit.therapist} are notified by email.
      </summary>
      {contact.text && <p>{`Text: ${notice.sms}`}</p>}
      {contact.email && <p className="message-preview">{`Email: ${emailPreview(notice)}`}</p>}
      {notice.therapist && (
        <p className="message-preview">{`To ${slot.therapist}: ${emailPreview(notice.therapist)}`}</p>
      )}
    </details>
  );
}
