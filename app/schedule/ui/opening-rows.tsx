import type { Opening } from "~/availability/openings.server";
import { iso, localDate } from "~/core/time";
import { DateTime } from "~/ui/date-time";
import type { Schedule } from "../find-schedule.server";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { scheduleHref } from "./schedule-href";

export interface Row {
  opening: Opening;
  /** ISO 8601. */
  at: string;
  zone: string;
  /** Marks the first row of a day, and the first row after the patient's region within a day. */
  divider: "first" | "other-region" | undefined;
}

export function rowsOf({ openings, clock, preferRegion }: Schedule): Row[] {
  let shownDay = "";
  let wasPreferred = false;
  return openings.map((opening) => {
    const zone = clock ?? opening.zone;
    const day = localDate(opening.start, zone);
    const first = day !== shownDay;
    const leavesRegion = !first && wasPreferred && opening.region !== preferRegion;
    wasPreferred = opening.region === preferRegion;
    shownDay = day;
    return {
      opening,
      at: iso(opening.start),
      zone,
      divider: first ? "first" : leavesRegion ? "other-region" : undefined,
    };
  });
}

/** Each group has its own `content-visibility`, so that slow phones lay out only visible groups. */
const groupSize = 6;

export function inGroups(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, index) =>
    rows.slice(index * groupSize, (index + 1) * groupSize),
  );
}

export function OpeningRow({
  base,
  filters,
  opening,
  at,
  zone,
  divider,
}: Row & { base: string; filters: ScheduleFilters }) {
  return (
    <tr className={divider}>
      <td className="date">
        <DateTime at={opening.start} zone={zone} format="day" />
      </td>
      <td className="time">
        <DateTime at={opening.start} zone={zone} format="time" />{" "}
        <DateTime at={opening.start} zone={zone} format="zone" />
      </td>
      <td className="therapist">{opening.therapist}</td>
      <td className="region">{opening.region}</td>
      <td className="action">
        <a
          className="button quiet"
          href={scheduleHref(base, filters, { at, with: opening.therapistId })}
          data-at={at}
          data-therapist={opening.therapist}
        >
          {strings.select}
          <span className="unseen">
            {" "}
            <DateTime at={opening.start} zone={zone} />
            {` ${strings.visitWith} ${opening.therapist}`}
          </span>
        </a>
      </td>
    </tr>
  );
}
