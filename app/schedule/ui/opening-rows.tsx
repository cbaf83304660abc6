import type { Opening } from "~/availability/openings.server";
import { iso, localDate } from "~/core/time";
import { DateTime } from "~/ui/date-time";
import type { Schedule } from "../find-schedule.server";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { scheduleHref } from "./schedule-href";

/** One open time as the list shows it. */
export interface Row {
  opening: Opening;
  /** ISO 8601. */
  at: string;
  zone: string;
  /** Where a day begins, and where the patient's own region ends within one. */
  begins: "first" | "turn" | undefined;
}

/** The openings in their order, each day and turn marked where it begins. */
export function rowsOf({ openings, clock, preferRegion }: Schedule): Row[] {
  let shownDay = "";
  let near = false;
  return openings.map((opening) => {
    const zone = clock ?? opening.zone;
    const day = localDate(opening.start, zone);
    const first = day !== shownDay;
    // Within a day the patient's own region comes first; where the others begin, a line says so.
    const turns = !first && near && opening.region !== preferRegion;
    near = opening.region === preferRegion;
    shownDay = day;
    return { opening, at: iso(opening.start), zone, begins: first ? "first" : turns ? "turn" : undefined };
  });
}

/** So many rows are laid out at a time: a slow phone does those that are near its screen, and no others. */
const groupOf = 6;

export function inGroups(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / groupOf) }, (_, index) =>
    rows.slice(index * groupOf, (index + 1) * groupOf),
  );
}

export function OpeningRow({
  base,
  filters,
  opening,
  at,
  zone,
  begins,
}: Row & { base: string; filters: ScheduleFilters }) {
  return (
    <tr className={begins}>
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
