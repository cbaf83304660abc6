import { formatWhen } from "~/core/time";
import { availabilityHref, type LeftOut } from "~/scheduling/availability/shown-slots";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";

/** The button that undoes one change of a therapist's availability. */
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

/** Names the visits that changes of the availability left outside. */
export function LeftOutside({ visits, zone }: { visits: readonly LeftOut[]; zone: string }) {
  if (visits.length === 0) return null;
  const count = visits.length === 1 ? "1 visit is" : `${visits.length} visits are`;
  return (
    <Notice tone="warn">
      <h3>{`${count} outside the remaining availability`}</h3>
      <ul>
        {visits.map(({ id, start, patient_id }) => (
          <li key={id}>{`${formatWhen(start, zone)}, patient ${patient_id}`}</li>
        ))}
      </ul>
    </Notice>
  );
}
