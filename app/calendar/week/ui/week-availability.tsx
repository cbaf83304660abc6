import type { Availability } from "~/availability/availability-view";
import { AvailabilityCard } from "~/availability/ui/availability-card";
import { AvailabilityPages } from "~/availability/ui/availability-pages";
import { SlotsList } from "~/availability/ui/slots-list";

interface WeekAvailabilityProps {
  availability: Availability;
  back: string;
  open: boolean;
}

export function WeekAvailability({ availability, back, open }: WeekAvailabilityProps) {
  const here = open ? `${back}&slots=${availability.shown}` : back;
  return (
    <details className="panel folded" open={open}>
      <summary className="no-marker">
        <h2>Availability</h2>
        <span className="fold-label when-shut">Show</span>
        <span className="fold-label when-open">Hide</span>
      </summary>
      <div className="stack">
        <AvailabilityPages therapistId={availability.therapist.id} />
        <AvailabilityCard availability={availability} back={here} />
        <SlotsList availability={availability} back={here} />
      </div>
    </details>
  );
}
