import { visitHref, weekHref } from "~/core/calendar-href";
import type { FormProblem } from "~/core/form-problem";
import { formatWhen, localDate } from "~/core/time";
import { isSupervisor } from "~/core/who";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { usePage } from "~/ui/page-context";
import { absenceHref } from "~/visits/reassign/absence-strings";
import { availabilityHref, type OutsideVisit } from "../availability-view";
import type { Preview } from "./preview";

export function UndoForm({ id, batch, back }: { id: number; batch: number; back: string }) {
  return (
    <form method="post" action={availabilityHref(id)} data-slots={id}>
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="batch" value={batch} />
      <Button name="act" value="undo" look="quiet" size="small">
        Undo
      </Button>
    </form>
  );
}

export function AvailabilityNotice({
  id,
  back,
  text,
  batch,
}: {
  id: number;
  back: string;
  text: string;
  batch: number | null;
}) {
  return (
    <div className="buttons">
      <p className="result">{text}</p>
      {batch !== null && <UndoForm id={id} batch={batch} back={back} />}
    </div>
  );
}

export function AvailabilityResult({
  problem,
  preview,
}: {
  problem?: FormProblem | undefined;
  preview?: Preview | undefined;
}) {
  if (problem) return <p className="result bad">{`❌ ${problem.message}`}</p>;
  return preview?.sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}

interface LeftOutsideProps {
  visits: readonly OutsideVisit[];
  therapist: { id: number; zone: string };
}

export function OutsideVisits({ visits, therapist }: LeftOutsideProps) {
  if (visits.length === 0) return null;
  const count = visits.length === 1 ? "1 visit is" : `${visits.length} visits are`;
  return (
    <Notice tone="warn">
      <h3>{`${count} outside the remaining hours`}</h3>
      <OutsideVisitList visits={visits} therapist={therapist} />
    </Notice>
  );
}

/** Each visit, with where to move it: supervisors can give it to another therapist. */
export function OutsideVisitList({ visits, therapist }: LeftOutsideProps) {
  const { staff, hidesNames } = usePage();
  const mayReassign = staff !== null && isSupervisor(staff);
  // Only the calendar offers to undo the move.
  const move = (id: number, date: string) =>
    `/visits/${id}/move?back=${encodeURIComponent(weekHref({ therapist: therapist.id }, date))}`;
  if (visits.length === 0) return null;
  return (
    <ul>
      {visits.map(({ id, start, patient_id, patient_name }) => {
        const date = localDate(start, therapist.zone);
        const patient = (!hidesNames && patient_name) || `patient ${patient_id}`;
        return (
          <li key={id} className="row">
            <a href={visitHref({ therapist: therapist.id }, { id, date })}>
              {`${formatWhen(start, therapist.zone)}, ${patient}`}
            </a>
            <a href={mayReassign ? absenceHref(therapist.id, date) : move(id, date)}>
              → {mayReassign ? "Reassign" : "Move"}
              <span className="unseen"> the visit of {patient}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
