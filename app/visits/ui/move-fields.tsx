import type { FormProblem } from "~/core/form-problem";
import { formatWhen, iso, localDate, wallTime, zoneLabel, zoneOrUtc } from "~/core/time";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import type { Visit } from "../visit";

export function MoveFields({ visit, problem }: { visit: Visit; problem: FormProblem | undefined }) {
  const zone = zoneOrUtc(visit.timezone);
  return (
    <>
      <input type="hidden" name="version" value={visit.version} />
      <div className="pair" data-zone={zone}>
        <Field
          name="date"
          label="New day"
          type="date"
          value={localDate(visit.start_at, zone)}
          problem={problem}
          required
        />
        <Field
          name="time"
          label={`New time (${zoneLabel(visit.start_at, zone)})`}
          type="time"
          value={wallTime(visit.start_at, zone).slice(11, 16)}
          problem={problem}
          required
        />
      </div>
    </>
  );
}

export function NearestTimes({ visit, nearest }: { visit: Visit; nearest: number[] }) {
  if (nearest.length === 0) return null;
  return (
    <fieldset>
      <legend className="label">Nearest available times</legend>
      <div className="buttons nearest">
        {nearest.map((start) => (
          <Button key={start} look="quiet" size="small" name="at" value={iso(start)} formNoValidate>
            {formatWhen(start, zoneOrUtc(visit.timezone))}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
