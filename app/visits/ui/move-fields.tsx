import type { FormProblem } from "~/core/form-problem";
import { formatWhen, localDate, wallTime, zoneLabel, zoneOrUtc } from "~/core/time";
import { ButtonLink } from "~/ui/components/button";
import { Check, Field } from "~/ui/components/field";
import type { Visit } from "../visit";

interface MoveFieldsProps {
  visit: Visit;
  /** The start shown in the fields, ms UTC. */
  start: number;
  /** Free times, ms UTC. */
  nearest: number[];
  back?: string | undefined;
  problem: FormProblem | undefined;
}

export function MoveFields({ visit, start, nearest, back, problem }: MoveFieldsProps) {
  const zone = zoneOrUtc(visit.timezone);
  const timeOf = (at: number) => wallTime(at, zone).slice(11, 16);
  const hrefOf = (at: number) => {
    const chosen = new URLSearchParams({
      date: localDate(at, zone),
      time: timeOf(at),
      ...(back && { back }),
    });
    return `/visits/${visit.id}/move?${chosen}`;
  };
  return (
    <>
      <input type="hidden" name="version" value={visit.version} />
      <div className="pair" data-zone={zone}>
        <Field
          name="date"
          label="New day"
          type="date"
          value={localDate(start, zone)}
          problem={problem}
          required
        />
        <Field
          name="time"
          label={`New time (${zoneLabel(start, zone)})`}
          type="time"
          value={timeOf(start)}
          problem={problem}
          required
        />
      </div>
      <div data-accept="" hidden={!problem?.fields.accept}>
        <Check name="accept" label="Move to this time anyway" />
      </div>
      <fieldset>
        <legend className="label">Nearest available times</legend>
        <div className="buttons nearest">
          {nearest.map((at) => (
            <ButtonLink
              key={at}
              href={hrefOf(at)}
              look="quiet"
              size="small"
              data-opens=""
              aria-current={at === start ? "time" : undefined}
            >
              {formatWhen(at, zone)}
            </ButtonLink>
          ))}
          {nearest.length === 0 && <p className="soft">No free time within two weeks.</p>}
        </div>
      </fieldset>
    </>
  );
}
