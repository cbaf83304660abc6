import type { OpenTime } from "~/availability/list-open-times.server";
import type { Opening } from "~/availability/list-openings.server";
import { fill } from "~/core/language/strings";
import { iso, minute } from "~/core/time";
import { regionName } from "~/core/zones/states";
import { DateTime } from "~/ui/date-time";
import { usePage } from "~/ui/page-context";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { scheduleHref } from "./schedule-href";

interface TimeRowsProps {
  base: string;
  filters: ScheduleFilters;
  zone: string;
  time: OpenTime;
}

/** One row for a time, or one for each therapist if the patient asked for the others at this time. */
export function TimeRows({ time, ...page }: TimeRowsProps) {
  const { company } = usePage();
  const isAlone = page.filters.time === time.start;
  const hasOthers = !isAlone && (time.openings.length > 1 || time.more);
  const openings = isAlone ? time.openings : firstChoice(time);
  return openings.map((opening) => (
    <tr key={opening.therapistId} className="target">
      <td className="date">
        <DateTime at={time.start} zone={page.zone} format="day" />
      </td>
      <td className="time">
        <DateTime at={time.start} zone={page.zone} format="time" />
      </td>
      <td className="therapist">
        {hasOthers ? fill(strings.andOthers, { therapist: opening.therapist }) : opening.therapist}
        {opening.speaks === "es" && <span className="soft">{` (${strings.speaksSpanish})`}</span>}
      </td>
      {company?.showsRegions && <td className="region">{regionName(opening.region)}</td>}
      <td className="action">
        <SelectLink opening={opening} hasOthers={hasOthers} {...page} />
      </td>
    </tr>
  ));
}

const slotStep = 15 * minute;

/** Differs from time to time, so that the first therapist by name doesn't get most visits. */
function firstChoice({ start, openings }: OpenTime): Opening[] {
  // Therapists who speak the patient's language are sorted by how few visits they have.
  if (openings[0]?.speaks) return openings.slice(0, 1);
  const nearest = openings.filter(({ region }) => region === openings[0]?.region);
  const index = Math.floor(start / slotStep) % nearest.length;
  return nearest.slice(index, index + 1);
}

interface SelectLinkProps extends Omit<TimeRowsProps, "time"> {
  opening: Opening;
  hasOthers: boolean;
}

function SelectLink({ base, filters, zone, opening, hasOthers }: SelectLinkProps) {
  const at = iso(opening.start);
  return (
    <a
      className="row-link"
      href={scheduleHref(base, filters, { at, with: opening.therapistId })}
      data-at={at}
      data-therapist={opening.therapist}
      data-others={hasOthers ? "" : undefined}
    >
      <span className="pick">{strings.select}</span>
      <span className="unseen">
        {" "}
        <DateTime at={opening.start} zone={zone} />
        {` ${strings.visitWith} ${opening.therapist}`}
      </span>
    </a>
  );
}
