import type { Availability } from "~/scheduling/availability/shown-slots";
import { AvailabilityPages } from "~/scheduling/availability/ui/availability-pages";
import { AvailabilityCard } from "~/scheduling/ui/availability-card";
import { SlotsList } from "~/scheduling/ui/slots-list";

interface WeekAvailabilityProps {
  availability: Availability;
  /** The address of the page it stands on. */
  back: string;
  open: boolean;
}

/** The availability card and the slots on file, folded under the week. */
export function WeekAvailability({ availability, back, open }: WeekAvailabilityProps) {
  const here = open ? `${back}&slots=${availability.shown}` : back;
  return (
    <details className="panel folded" open={open}>
      <summary>
        <h2>Availability</h2>
        <span className="fold-word when-shut">Show</span>
        <span className="fold-word when-open">Hide</span>
      </summary>
      <div className="stack">
        <AvailabilityPages therapistId={availability.therapist.id} />
        <AvailabilityCard availability={availability} back={here} />
        <SlotsList availability={availability} back={here} />
      </div>
    </details>
  );
}
