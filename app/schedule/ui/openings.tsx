import { fill } from "~/core/language/strings";
import { zoneName } from "~/core/time";
import { ButtonLink } from "~/ui/components/button";
import type { Schedule } from "../find-schedule.server";
import { strings } from "../strings";
import { DayTable } from "./day-table";
import { NoOpenings } from "./no-openings";
import { firstPageHref, scheduleHref } from "./schedule-href";

export function Openings({ base, schedule }: { base: string; schedule: Schedule }) {
  const { filters, zone, list, next, days } = schedule;
  // A move starts on the visit's own day.
  const isMove = base === "/my-visit/move";
  if (list.length === 0) return <NoOpenings base={base} schedule={schedule} />;
  return (
    <>
      <p className="soft">{fill(strings.zone, { zone: zoneName(Date.parse(list[0]?.date ?? ""), zone) })}</p>
      {list.map((day) => (
        <DayTable key={day.date} base={base} filters={filters} zone={zone} day={day} />
      ))}
      <div className="buttons">
        {next && (
          <ButtonLink
            look="quiet"
            size="wide"
            href={scheduleHref(
              base,
              filters,
              filters.date ? { skip: next.skip } : { ...next, month: undefined },
            )}
            data-nav="more"
          >
            {next.skip > 0 ? strings.moreTimes : strings.moreDays}
          </ButtonLink>
        )}
        {((filters.from && filters.from !== days[0]) || filters.skip > 0 || filters.time !== undefined) && (
          <ButtonLink
            look="plain"
            href={firstPageHref(base, filters, { from: isMove ? days[0] : undefined })}
            data-nav="first"
          >
            {strings.fromFirst}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
