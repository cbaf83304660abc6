import { ButtonLink } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { scheduleHref } from "./schedule-href";

const parts = ["morning", "afternoon", "evening"] as const;

export function Filters({
  base,
  filters,
  regions,
}: {
  base: string;
  filters: ScheduleFilters;
  regions: string[];
}) {
  const firstPage = { from: undefined, skip: 0 };
  return (
    <section className="filters" aria-label="Filters">
      {filters.date && (
        <ButtonLink
          look="quiet"
          href={scheduleHref(base, filters, { ...firstPage, date: undefined })}
          data-nav="clear-date"
        >
          {strings.clearDate}
        </ButtonLink>
      )}
      {regions.length > 0 && (
        <>
          <h3 id="regions">{strings.region}</h3>
          <ul className="chips" aria-labelledby="regions">
            {regions.map((region) => (
              <li key={region}>
                <Chip
                  kind="region"
                  label={region}
                  on={filters.region === region}
                  href={scheduleHref(base, filters, {
                    ...firstPage,
                    region: filters.region === region ? undefined : region,
                  })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 id="parts">{strings.timeOfDay}</h3>
      <ul className="chips" aria-labelledby="parts">
        {parts.map((part) => (
          <li key={part}>
            <Chip
              kind="part"
              label={strings.parts[part]}
              on={filters.part === part}
              href={scheduleHref(base, filters, {
                ...firstPage,
                part: filters.part === part ? undefined : part,
              })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
