import { ButtonLink } from "~/ui/components/button";
import type { Schedule } from "../find-schedule.server";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { inGroups, OpeningRow, rowsOf } from "./opening-rows";
import { scheduleHref } from "./schedule-href";

export function Openings({ base, schedule }: { base: string; schedule: Schedule }) {
  const { filters, openings, next, clock, preferRegion } = schedule;
  if (openings.length === 0) return <NoOpenings base={base} filters={filters} />;
  const { columns } = strings;
  return (
    <>
      <ZoneNote
        clock={clock}
        more={
          preferRegion && schedule.regions.length > 1 && !filters.region
            ? strings.nearFirst(preferRegion)
            : ""
        }
      />
      <table className="slots">
        <caption className="unseen">{strings.openTimes}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.date}</th>
            <th scope="col">{columns.time}</th>
            <th scope="col">{columns.therapist}</th>
            <th scope="col">{columns.region}</th>
            <th scope="col">{columns.action}</th>
          </tr>
        </thead>
        {inGroups(rowsOf(schedule)).map((rows) => (
          <tbody key={rows[0]?.at}>
            {rows.map((row) => (
              <OpeningRow
                key={`${row.at} ${row.opening.therapistId}`}
                base={base}
                filters={filters}
                {...row}
              />
            ))}
          </tbody>
        ))}
      </table>
      <div className="buttons">
        {next && (
          <ButtonLink
            look="quiet"
            href={scheduleHref(base, filters, filters.date ? { skip: next.skip } : next)}
            data-nav="more"
          >
            {strings.more}
          </ButtonLink>
        )}
        {(filters.from || filters.skip > 0) && (
          <ButtonLink
            look="plain"
            href={scheduleHref(base, filters, { from: undefined, skip: 0 })}
            data-nav="first"
          >
            {strings.fromFirst}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

/** Both texts take up space from the start, so that nothing moves when the script swaps them. */
function ZoneNote({ clock, more }: { clock: string | null; more: string }) {
  const viewers = `${strings.viewersZone} ${more}`;
  if (clock) return <p className="soft">{viewers}</p>;
  return (
    <p className="soft overlaid">
      <span>{`${strings.therapistsZone} ${more}`}</span>
      <span className="invisible">{viewers}</span>
    </p>
  );
}

function NoOpenings({ base, filters }: { base: string; filters: ScheduleFilters }) {
  const narrowed = filters.date || filters.region || filters.part || filters.from;
  if (!narrowed) {
    return (
      <div className="panel">
        <h2>{strings.noneAtAll}</h2>
        <p>{strings.noneAtAllNext}</p>
      </div>
    );
  }
  return (
    <div className="panel">
      <h2>{strings.noneForFilters}</h2>
      <ButtonLink look="quiet" href={base} data-nav="all">
        {strings.showAll}
      </ButtonLink>
    </div>
  );
}
