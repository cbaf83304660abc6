import { useContext } from "react";
import { formatDay, formatWhen, localDate, wallTime, zoneLabel, zoneOrUtc } from "~/core/time";
import { ButtonLink } from "~/ui/components/button";
import { Check, Field } from "~/ui/components/field";
import { ProblemContext } from "~/ui/components/form";
import type { EquipmentDay } from "../moves/suggest-times.server";
import type { Visit } from "../visit";

interface MoveFieldsProps {
  visit: Visit;
  /** The start shown in the fields, ms UTC. */
  start: number;
  /** The first day with the equipment, if it would be missing at the visit. */
  equipmentDay: EquipmentDay | null;
  /** Open times, in ms UTC. */
  nearest: number[];
  back: string | undefined;
}

export function MoveFields({ visit, start, equipmentDay, nearest, back }: MoveFieldsProps) {
  const problem = useContext(ProblemContext);
  const zone = zoneOrUtc(visit.timezone);
  const fieldsOf = (at: number) => ({ date: localDate(at, zone), time: wallTime(at, zone).slice(11, 16) });
  const { date, time } = fieldsOf(start);
  const hrefOf = (at: number) =>
    `/visits/${visit.id}/move?${new URLSearchParams({ ...fieldsOf(at), ...(back && { back }) })}`;
  return (
    <>
      <input type="hidden" name="version" value={visit.version} />
      <div className="pair" data-zone={zone}>
        <Field name="date" label="New day" type="date" value={date} required />
        <Field name="time" label={`New time (${zoneLabel(start, zone)})`} type="time" value={time} required />
      </div>
      <div data-accept="" hidden={!problem?.fields.accept}>
        <Check name="accept" label="Move to this time anyway" />
      </div>
      <fieldset>
        <legend className="label">Nearest openings</legend>
        {equipmentDay && (
          <p className="soft">
            {`The equipment isn't there for this visit. Only times from ${formatDay(equipmentDay.from, equipmentDay.zone)} on are listed.`}
          </p>
        )}
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
          {nearest.length === 0 && <p className="soft">No openings within two weeks.</p>}
        </div>
      </fieldset>
    </>
  );
}
