import { fill } from "~/core/language/strings";
import { regionName } from "~/core/zones/states";
import { ButtonLink } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import { usePage } from "~/ui/page-context";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { timesHref } from "./schedule-href";

const parts = ["morning", "afternoon", "evening"] as const;

interface FiltersProps {
  base: string;
  filters: ScheduleFilters;
  regions: string[];
}

interface Filter {
  kind: "part" | "region";
  label: string;
  on: boolean;
  href: string;
}

/** One button on phones; wide screens show all filters. */
export function Filters({ base, filters, regions }: FiltersProps) {
  const toggle = (kind: Filter["kind"], value: string, label: string): Filter => {
    const on = filters[kind] === value;
    return { kind, label, on, href: timesHref(base, filters, { [kind]: on ? undefined : value }) };
  };
  const { company } = usePage();
  const ofDay = parts.map((part) => toggle("part", part, strings.parts[part]));
  const ofRegion = regions
    .filter((region) => company?.showsRegions || filters.region === region)
    .map((region) => toggle("region", region, regionName(region)));
  const selected = [...ofDay, ...ofRegion].filter(({ on }) => on);
  const { length: count } = selected;
  return (
    <section className="filters" aria-label={strings.filters}>
      {filters.date && (
        <ButtonLink look="quiet" href={timesHref(base, filters, { date: undefined })} data-nav="clear-date">
          {strings.clearDate}
        </ButtonLink>
      )}
      <details className="filter-menu">
        <summary className="button quiet">
          {count > 0 ? fill(strings.filtersOn, { count }) : strings.filters}
        </summary>
        <Chips id="selected" title={strings.selected} filters={selected} />
        <Chips id="parts" title={strings.timeOfDay} filters={ofDay.filter(({ on }) => !on)} />
        <Chips id="regions" title={strings.region} filters={ofRegion.filter(({ on }) => !on)} />
      </details>
    </section>
  );
}

function Chips({ id, title, filters }: { id: string; title: string; filters: Filter[] }) {
  if (filters.length === 0) return null;
  return (
    <>
      <h3 id={id}>{title}</h3>
      <ul className="chips" aria-labelledby={id}>
        {filters.map((filter) => (
          <li key={filter.href}>
            <Chip {...filter} />
          </li>
        ))}
      </ul>
    </>
  );
}
