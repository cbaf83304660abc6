import type { Opening } from "~/availability/list-openings.server";
import { languageName } from "~/core/language/spoken-language";
import { formatClock, formatDay, formatWhen, minute, wallTime, zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { Choice } from "~/ui/components/field";
import { TherapistLink } from "../../bulk/ui/bulk-parts";
import { movedNotice, type VisitEmail } from "../../notices/visit-notices";
import { PatientContact } from "../../ui/patient-contact";
import type { Visit } from "../../visit";
import { whenForStaff } from "../../visit-times";
import type { ContactDetails } from "../contact-details.server";
import type { Proposal } from "../propose-moves.server";
import { choiceText } from "../replacement-choice";

const emailPreview = ({ subject, lead, facts = [], next }: VisitEmail) =>
  [subject, lead, ...facts, next].filter(Boolean).join("\n");

interface ProposalRowProps {
  proposal: Proposal;
  /** Why an earlier attempt didn't move the visit. */
  refusal?: string | null;
  hasPreview?: boolean;
  showsTherapist?: boolean;
  /** If the visit can't be reassigned, times near this date are suggested. `YYYY-MM-DD`. */
  near?: string;
  back?: string;
}

export function ProposalRow({ proposal, refusal, hasPreview, showsTherapist, near, back }: ProposalRowProps) {
  const { visit, slot, problem, contact } = proposal;
  const hrefOf = (verb: string, query: Record<string, string> = {}) =>
    `/visits/${visit.id}/${verb}?${new URLSearchParams({ ...(back && { back }), ...query })}`;
  const time = wallTime(visit.start_at, zoneOrUtc(visit.timezone)).slice(11, 16);
  return (
    <li id={`proposal-${visit.id}`}>
      <div>
        <p>
          <a href={`/visits/${visit.id}`} data-opens="">
            <b className="num">{whenForStaff(visit)}</b>
          </a>
        </p>
        {showsTherapist && (
          <p>
            with <TherapistLink visit={visit} />
          </p>
        )}
        <PatientContact visit={visit} contact={contact} />
      </div>
      <div>
        {refusal && <p className="wrong">{`Not moved. ${refusal}`}</p>}
        {problem === null ? (
          <>
            <SlotChoice proposal={proposal} />
            {slot && hasPreview && <NoticePreview visit={visit} contact={contact} slot={slot} />}
            {!slot && <p className="soft small">This visit won't change. No one will be notified.</p>}
          </>
        ) : (
          <p>
            {problem}{" "}
            <a href={hrefOf("move", near ? { date: near, time } : {})} data-opens="">
              Move this visit to another time
            </a>
            ,{" "}
            <a href={hrefOf("cancel")} data-opens="">
              cancel this visit
            </a>{" "}
            or call the patient.
          </p>
        )}
      </div>
    </li>
  );
}

function SlotChoice({ proposal: { visit, options, slot } }: { proposal: Proposal }) {
  const when = formatWhen(visit.start_at, zoneOrUtc(visit.timezone));
  return (
    <Choice
      name="slot"
      id={`slot-${visit.id}`}
      label={
        <>
          New therapist and time<span className="unseen"> for the visit on {when}</span>
        </>
      }
      value={choiceText(visit, slot)}
    >
      <option value={choiceText(visit, null)}>Keep with {visit.therapist}</option>
      {options.map((option) => (
        <option key={`${option.therapistId} ${option.start}`} value={choiceText(visit, option)}>
          {optionLabel(option, visit)}
        </option>
      ))}
    </Choice>
  );
}

function optionLabel({ therapist, start, zone }: Opening, visit: Visit): string {
  if (start === visit.start_at) return `${therapist}, same time`;
  const isSameDay = formatDay(start, zone) === formatDay(visit.start_at, zoneOrUtc(visit.timezone));
  if (!isSameDay) return `${therapist}, ${formatWhen(start, zone)}`;
  return `${therapist}, ${formatClock(start, zone)}, ${difference(start - visit.start_at)}`;
}

/** "45 min later", "1 h 30 min earlier" */
function difference(time: number): string {
  const minutes = Math.abs(time) / minute;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const length = [hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(" ");
  return `${length} ${time < 0 ? "earlier" : "later"}`;
}

interface NoticePreviewProps {
  visit: Visit;
  contact: ContactDetails;
  slot: Opening;
}

function NoticePreview({ visit, contact, slot }: NoticePreviewProps) {
  const channels = [contact.text && "text", contact.email && "email"].filter(Boolean).join(" and ");
  const notice = movedNotice({
    ...visit,
    therapist: slot.therapist,
    timezone: slot.zone,
    start_at: slot.start,
    end_at: slot.start + visitLength,
    status: "submitted",
  });
  return (
    <details className="notice-preview opener small">
      <summary>Preview messages</summary>
      <p>
        {channels
          ? `The patient will be notified by ${channels}.`
          : "The patient can't be notified: no phone or email."}{" "}
        {slot.therapist} and {visit.therapist} are notified by email.
      </p>
      {visit.language !== "en" && <p>{`The patient will get them in ${languageName(visit.language)}.`}</p>}
      {contact.text && <p className="message-preview">{`Text: ${notice.sms}`}</p>}
      {contact.email && <p className="message-preview">{`Email: ${emailPreview(notice)}`}</p>}
      {notice.therapist && (
        <p className="message-preview">{`To ${slot.therapist}: ${emailPreview(notice.therapist)}`}</p>
      )}
    </details>
  );
}
