import { iso, localDate } from "~/core/time";
import type { Schedule } from "~/scheduling/find-schedule.server";
import type { ScheduleFilters } from "~/scheduling/schema";
import { words } from "~/scheduling/words";
import { ButtonLink } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import { When } from "~/ui/when";
import { scheduleHref } from "./schedule-href";

const parts = ["morning", "afternoon", "evening"] as const;

/** The chips that narrow the list: one per region, one per part of the day. */
export function Filters({
  base,
  filters,
  regions,
}: {
  base: string;
  filters: ScheduleFilters;
  regions: string[];
}) {
  const over = { from: undefined, skip: 0 };
  return (
    <section className="filters" aria-label="Filters">
      {filters.date && (
        <ButtonLink
          look="quiet"
          href={scheduleHref(base, filters, { ...over, date: undefined })}
          data-nav="clear-date"
        >
          {words.clearDate}
        </ButtonLink>
      )}
      {regions.length > 1 && (
        <>
          <h3 id="regions">{words.region}</h3>
          <ul className="chips" aria-labelledby="regions">
            {regions.map((region) => (
              <li key={region}>
                <Chip
                  kind="region"
                  label={region}
                  on={filters.region === region}
                  href={scheduleHref(base, filters, {
                    ...over,
                    region: filters.region === region ? undefined : region,
                  })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 id="parts">{words.timeOfDay}</h3>
      <ul className="chips" aria-labelledby="parts">
        {parts.map((part) => (
          <li key={part}>
            <Chip
              kind="part"
              label={words.parts[part]}
              on={filters.part === part}
              href={scheduleHref(base, filters, { ...over, part: filters.part === part ? undefined : part })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The open times: a table, on a phone rows of large buttons under their day. */
export function Openings({ base, schedule }: { base: string; schedule: Schedule }) {
  const { filters, openings, next, clock, preferRegion } = schedule;
  if (openings.length === 0) return <NoOpenings base={base} filters={filters} />;
  const { columns } = words;
  let shownDay = "";
  let near = false;
  return (
    <>
      <ZoneNote
        clock={clock}
        more={
          preferRegion && schedule.regions.length > 1 && !filters.region ? words.nearFirst(preferRegion) : ""
        }
      />
      <table className="slots">
        <caption className="unseen">{words.openTimes}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.date}</th>
            <th scope="col">{columns.time}</th>
            <th scope="col">{columns.therapist}</th>
            <th scope="col">{columns.region}</th>
            <th scope="col">{columns.action}</th>
          </tr>
        </thead>
        <tbody>
          {openings.map((opening) => {
            const zone = clock ?? opening.zone;
            const day = localDate(opening.start, zone);
            const first = day !== shownDay;
            // Within a day the patient's own region comes first; where the others begin, a line says so.
            const turns = !first && near && opening.region !== preferRegion;
            near = opening.region === preferRegion;
            shownDay = day;
            const at = iso(opening.start);
            return (
              <tr
                key={`${at} ${opening.therapistId}`}
                className={first ? "first" : turns ? "turn" : undefined}
              >
                <td className="date">
                  <When at={opening.start} zone={zone} format="day" />
                </td>
                <td className="time">
                  <When at={opening.start} zone={zone} format="time" />{" "}
                  <When at={opening.start} zone={zone} format="zone" />
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
                    {words.select}
                    <span className="unseen">
                      {" "}
                      <When at={opening.start} zone={zone} />
                      {` ${words.visitWith} ${opening.therapist}`}
                    </span>
                  </a>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className="buttons">
        {next && (
          <ButtonLink
            look="quiet"
            href={scheduleHref(base, filters, filters.date ? { skip: next.skip } : next)}
            data-nav="more"
          >
            {words.more}
          </ButtonLink>
        )}
        {(filters.from || filters.skip > 0) && (
          <ButtonLink
            look="plain"
            href={scheduleHref(base, filters, { from: undefined, skip: 0 })}
            data-nav="first"
          >
            {words.fromFirst}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

/** Whose clock it is. Both sentences have their room from the start, so that nothing moves when they change. */
function ZoneNote({ clock, more }: { clock: string | null; more: string }) {
  const viewers = `${words.viewersZone} ${more}`;
  if (clock) return <p className="soft">{viewers}</p>;
  return (
    <p className="soft either">
      <span>{`${words.therapistsZone} ${more}`}</span>
      <span className="away">{viewers}</span>
    </p>
  );
}

function NoOpenings({ base, filters }: { base: string; filters: ScheduleFilters }) {
  const narrowed = filters.date || filters.region || filters.part || filters.from;
  if (!narrowed) {
    return (
      <div className="panel">
        <h2>{words.noneAtAll}</h2>
        <p>{words.noneAtAllNext}</p>
      </div>
    );
  }
  return (
    <div className="panel">
      <h2>{words.noneForFilters}</h2>
      <ButtonLink look="quiet" href={base} data-nav="all">
        {words.showAll}
      </ButtonLink>
    </div>
  );
}
