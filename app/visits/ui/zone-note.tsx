import { iso } from "~/core/time";
import { zoneDifference } from "~/core/zones/zone-difference";
import { usePage } from "~/ui/page-context";
import { visitStrings } from "../strings";

interface ZoneNoteProps {
  /** Milliseconds UTC. */
  at: number;
  zone: string;
}

/** "You're now in Pacific Time: that's 7:00 AM." The `date-time` script corrects it if the viewer has traveled. */
export function ZoneNote({ at, zone }: ZoneNoteProps) {
  const { browserZone } = usePage();
  const text = browserZone && zoneDifference(at, zone, browserZone, visitStrings.zone);
  return (
    <p
      className="soft"
      data-zone-note={zone}
      data-at={iso(at)}
      data-difference={visitStrings.zone.difference}
      data-time-on-day={visitStrings.zone.timeOnDay}
      hidden={!text}
    >
      {text}
    </p>
  );
}
