import { visitHref } from "~/core/calendar-href";
import type { FormProblem } from "~/core/form-problem";
import { formatWhen, localDate } from "~/core/time";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
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
  const week = { therapist: therapist.id };
  const count = visits.length === 1 ? "1 visit is" : `${visits.length} visits are`;
  return (
    <Notice tone="warn">
      <h3>{`${count} outside the remaining hours`}</h3>
      <ul>
        {visits.map(({ id, start, patient_id }) => (
          <li key={id}>
            <a href={visitHref(week, { id, date: localDate(start, therapist.zone) })}>
              {`${formatWhen(start, therapist.zone)}, patient ${patient_id}`}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
