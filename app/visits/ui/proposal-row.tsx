import type { Opening } from "~/availability/list-openings.server";
import { formatClock, formatDay, formatWhen, minute, wallTime, zoneOrUtc } from "~/core/time";
import { Choice } from "~/ui/components/field";
import type { Proposal } from "../reassign/propose-moves.server";
import { choiceText } from "../reassign/replacement-choice";
import type { Visit } from "../visit";
import { whenForStaff } from "../visit-times";
import { TherapistLink } from "./bulk-parts";
import { NoticePreview } from "./notice-preview";
import { PatientContact } from "./patient-contact";

interface ProposalRowProps {
  proposal: Proposal;
  /** Why an earlier attempt didn't move the visit. */
  refusal?: string | null;
  hasPreview?: boolean;
  showsTherapist?: boolean;
  /** If the visit can't be reassigned, times near this date are suggested. `YYYY-MM-DD`. */
  near?: string;
  /** The page to return to from the visit's own pages. */
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
        <PatientContact {...{ visit, contact }} />
      </div>
      <div>
        {refusal && <p className="wrong">{`Not moved. ${refusal}`}</p>}
        {problem === null ? (
          <>
            <SlotChoice proposal={proposal} />
            {slot && hasPreview && <NoticePreview {...{ visit, contact, slot }} />}
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
