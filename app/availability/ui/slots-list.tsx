import { formatDay, formatTime, iso, zoneLabel } from "~/core/time";
import { Button } from "~/ui/components/button";
import { Badge } from "~/ui/components/status";
import { type Availability, availabilityHref, firstShown } from "../availability-view";

interface SlotsListProps {
  availability: Availability;
  back: string;
}

export function SlotsList({ availability, back }: SlotsListProps) {
  const { therapist, total, shown, slots } = availability;
  const { id, zone } = therapist;
  return (
    <section
      id={`slots-${id}`}
      data-shown={shown}
      className="panel slots-on-file"
      aria-labelledby={`slots-${id}-title`}
    >
      <div className="spread">
        <h2 id={`slots-${id}-title`}>
          Existing slots <Badge>{total.toLocaleString("en-US")}</Badge>
        </h2>
        {total > 0 && (
          <ShowSlots
            id={id}
            back={back}
            slots={shown > 0 ? 0 : firstShown}
            label={shown > 0 ? "Hide" : "Show"}
          />
        )}
      </div>
      {total === 0 && <p className="soft">No upcoming slots.</p>}
      {slots.length > 0 && (
        <form method="post" action={availabilityHref(id)} data-slots={id}>
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="act" value="remove-slot" />
          <ul>
            {slots.map(({ start, booked, kinds }) => (
              <li key={start}>
                <span>
                  <time dateTime={iso(start)}>{`${formatDay(start, zone)}, ${formatTime(start, zone)}`}</time>{" "}
                  <span className="soft">{zoneLabel(start, zone)}</span>
                  {booked && <span className="booked"> booked</span>}
                  {kinds && <span className="slot-kinds"> {kinds.join(", ")}</span>}
                </span>
                <Button
                  name="datetime"
                  value={iso(start)}
                  look="quiet"
                  size="small"
                  aria-label={`Remove ${formatDay(start, zone)}, ${formatTime(start, zone)}`}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        </form>
      )}
      {slots.length > 0 && slots.length < total && (
        <ShowSlots id={id} back={back} slots={shown + firstShown} label={`Show ${firstShown} more`} />
      )}
    </section>
  );
}

function ShowSlots({ id, back, slots, label }: { id: number; back: string; slots: number; label: string }) {
  const [path = "", query = ""] = back.split("?");
  const otherParams = [...new URLSearchParams(query)].filter(([name]) => name !== "slots");
  return (
    <form action={`${path}#slots-${id}`} data-slots={id}>
      {otherParams.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <Button name="slots" value={slots} look="quiet" size="small">
        {label}
      </Button>
    </form>
  );
}
