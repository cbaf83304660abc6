import type { OpenTime } from "~/availability/list-open-times.server";
import type { Opening } from "~/availability/list-openings.server";
import { counted, fill } from "~/core/language/strings";
import { iso } from "~/core/time";
import { regionName } from "~/core/zones/states";
import { DateTime } from "~/ui/date-time";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { scheduleHref } from "./schedule-href";

interface TimeRowProps {
  base: string;
  filters: ScheduleFilters;
  zone: string;
  time: OpenTime;
  /** True if the therapists' names are shown right away. */
  opened: boolean;
}

export function TimeRow({ time, opened, ...page }: TimeRowProps) {
  const [only, ...others] = time.openings;
  if (!only) return null;
  const date = (
    <td className="date">
      <DateTime at={time.start} zone={page.zone} format="day" />
    </td>
  );
  if (others.length > 0 || time.more) {
    return (
      <tr>
        {date}
        <td className="several" colSpan={4}>
          <Therapists time={time} opened={opened} {...page} />
        </td>
      </tr>
    );
  }
  return (
    <tr className="target">
      {date}
      <td className="time">
        <DateTime at={time.start} zone={page.zone} format="time" />
      </td>
      <td className="therapist">{only.therapist}</td>
      <td className="region">{regionName(only.region)}</td>
      <td className="action">
        <SelectLink opening={only} {...page} />
      </td>
    </tr>
  );
}

type Page = Omit<TimeRowProps, "time" | "opened">;

function Therapists({ time: { start, openings, more, total, isAll }, opened, ...page }: TimeRowProps) {
  return (
    <details open={opened}>
      <summary className="no-marker">
        <span className="time">
          <DateTime at={start} zone={page.zone} format="time" />
        </span>
        <span className="therapist">
          {isAll ? counted(strings.therapists, total) : fill(strings.moreTherapists, { count: total - 1 })}
        </span>
        <span className="pick">{strings.select}</span>
      </summary>
      <ul>
        {openings.map((opening) => (
          <li key={opening.therapistId} className="target">
            <span className="therapist">{opening.therapist}</span>
            <span className="region">{regionName(opening.region)}</span>
            <SelectLink opening={opening} {...page} />
          </li>
        ))}
        {more && !opened && (
          <li className="target">
            <a
              className="row-link start"
              href={scheduleHref(page.base, page.filters, { at: iso(start) })}
              data-nav="time"
            >
              {strings.allTherapists}
            </a>
          </li>
        )}
      </ul>
    </details>
  );
}

function SelectLink({ base, filters, zone, opening }: Page & { opening: Opening }) {
  const at = iso(opening.start);
  return (
    <a
      className="row-link"
      href={scheduleHref(base, filters, { at, with: opening.therapistId })}
      data-at={at}
      data-therapist={opening.therapist}
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
