import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import type { Choices } from "../calendars/calendar-filter-choices.server";
import { calendarsHref, filterNames, filtersOn, type ShowCalendars } from "../calendars/calendars-query";
import { strings } from "../strings";
import { ActiveFilters } from "./lists/active-filters";
import { Dropdown } from "./lists/dropdown";

const statuses = ["submitted", "confirmed", "completed", "pending", "cancelled"];

const labels: Record<(typeof filterNames)[number], string> = {
  search: "Search",
  therapist: "Therapist",
  region: "Region",
  company: "Company",
  status: "Status",
};

const placeOf = ({ tab, month, day, week }: ShowCalendars) => ({ tab, month, day, week });

export function CalendarFilters({ query, choices }: { query: ShowCalendars; choices: Choices }) {
  const on = filtersOn(query);
  // Each list of the worklist shows certain statuses.
  const offered = filterNames.filter((name) => name !== "status" || query.tab !== "worklist");
  return (
    <div className="filter-line">
      <search>
        <form id="filters" action="/calendars" className="toolbar filters">
          {Object.entries(placeOf(query)).map(
            ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <Field
            name="search"
            type="search"
            label="Search"
            placeholder="therapist/patient/database"
            maxLength={100}
            value={query.search ?? ""}
          />
          <Dropdown
            name="therapist"
            label={labels.therapist}
            value={query.therapist}
            options={choices.therapists}
          />
          <Dropdown name="region" label={labels.region} value={query.region} options={choices.regions} />
          <Dropdown name="company" label={labels.company} value={query.company} options={choices.companies} />
          {offered.includes("status") && (
            <Dropdown name="status" label={labels.status} value={query.status} options={statuses} />
          )}
          <Button look="quiet">{strings.show}</Button>
        </form>
      </search>
      <ActiveFilters
        filters={offered.flatMap((name) =>
          on[name] === undefined
            ? []
            : {
                label: `${labels[name]}: ${on[name]}`,
                href: calendarsHref({ ...placeOf(query), ...on, [name]: undefined }),
              },
        )}
        clearHref={calendarsHref(placeOf(query))}
      />
    </div>
  );
}
