import { regionName } from "~/core/zones/states";
import { ButtonLink } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { firstPageHref } from "./schedule-href";

const parts = ["morning", "afternoon", "evening"] as const;

interface FiltersProps {
  base: string;
  filters: ScheduleFilters;
  regions: string[];
}

export function Filters({ base, filters, regions }: FiltersProps) {
  const toggled = <Name extends "region" | "part">(name: Name, value: ScheduleFilters[Name]) =>
    firstPageHref(base, filters, { [name]: filters[name] === value ? undefined : value });
  return (
    <section className="filters" aria-label={strings.filters}>
      {filters.date && (
        <ButtonLink
          look="quiet"
          href={firstPageHref(base, filters, { date: undefined })}
          data-nav="clear-date"
        >
          {strings.clearDate}
        </ButtonLink>
      )}
      <h3 id="parts">{strings.timeOfDay}</h3>
      <ul className="chips" aria-labelledby="parts">
        {parts.map((part) => (
          <li key={part}>
            <Chip
              kind="part"
              label={strings.parts[part]}
              on={filters.part === part}
              href={toggled("part", part)}
            />
          </li>
        ))}
      </ul>
      {regions.length > 0 && (
        <>
          <h3 id="regions">{strings.region}</h3>
          <ul className="chips" aria-labelledby="regions">
            {regions.map((region) => (
              <li key={region}>
                <Chip
                  kind="region"
                  label={regionName(region)}
                  on={filters.region === region}
                  href={toggled("region", region)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
