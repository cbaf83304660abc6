import { counted, fill } from "~/core/language/strings";
import { weekdayName } from "~/core/month";
import { zoneName } from "~/core/time";
import { ButtonLink } from "~/ui/components/button";
import type { Schedule } from "../find-schedule.server";
import { strings } from "../strings";
import { DayTable } from "./day-table";
import { NoOpenings } from "./no-openings";
import { firstPageHref, scheduleHref } from "./schedule-href";

interface OpeningsProps {
  base: string;
  schedule: Schedule;
  /** The patient chose where they will be, and can choose again. */
  isZoneChosen: boolean;
}

export function Openings({ base, schedule, isZoneChosen }: OpeningsProps) {
  const { filters, zone, list, next, days, inLanguage } = schedule;
  // A move starts on the visit's own day.
  const isMove = base === "/my-visit/move";
  if (list.length === 0) return <NoOpenings base={base} schedule={schedule} />;
  return (
    <>
      <p className="soft">
        <span id="found">{foundText(schedule)}</span>{" "}
        {fill(strings.zone, { zone: zoneName(Date.parse(list[0]?.date ?? ""), zone) })}{" "}
        {isZoneChosen && <a href={`${base}?where=ask`}>{strings.where.change}</a>}
      </p>
      {inLanguage.length > 0 && (
        <>
          <p>
            <b>{strings.inSpanish}</b>
          </p>
          {inLanguage.map((day) => (
            <DayTable
              key={day.date}
              id={`language-${day.date}`}
              base={base}
              filters={filters}
              zone={zone}
              day={day}
            />
          ))}
          <p>
            <b>{strings.allTimes}</b>
          </p>
        </>
      )}
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

/** "9 times on Tuesday." for one whole day, or the number of times shown. */
function foundText({ list, next, filters }: Schedule): string {
  const count = countTimes(list);
  const [only, ...others] = list;
  const isWhole = filters.skip === 0 && !next?.skip && filters.time === undefined;
  if (!only || others.length > 0 || !isWhole) return counted(strings.load.found, count);
  const { one, other } = strings.timesOn;
  const day = weekdayName(only.date);
  return counted({ one: fill(one, { count, day }), other: fill(other, { count, day }) }, count);
}

export const countTimes = (list: Schedule["list"]) =>
  list.reduce((count, { times }) => count + times.length, 0);
