import { listHref } from "~/core/list-href";
import { shownStatus } from "~/core/visit-status";
import { SaveView } from "~/saved-views/ui/save-view";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { FilterFold } from "~/ui/components/filter-fold";
import { calendarsHref, filtersOn, type ShowCalendars } from "../calendars/calendars-query";
import type { CalendarsPage } from "../calendars/load-calendars.server";
import { ActiveFilters, Dropdown } from "./lists/filter-form";

// Exact texts of the specification.
const statuses = ["submitted", "confirmed", "completed", "pending", "cancelled"];

interface CalendarFiltersProps extends Pick<CalendarsPage, "choices"> {
  query: ShowCalendars;
}

export function CalendarFilters({ query, choices }: CalendarFiltersProps) {
  const { tab, month, day, week, search, therapist, region, company, kind, status } = query;
  const place = { tab, month, day, week };
  // Each list in the worklist has fixed statuses.
  const hasStatus = tab !== "worklist";
  const on = [therapist, region, company, kind, hasStatus && status].filter(Boolean).length;
  return (
    <div className="filter-line">
      <search>
        <form id="filters" action="/calendars" className="toolbar filters">
          {Object.entries(place).map(
            ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <Field
            name="search"
            type="search"
            label="Search"
            placeholder="therapist/patient/database"
            maxLength={100}
            value={search ?? ""}
          />
          <FilterFold count={on}>
            <Dropdown name="therapist" label="Therapist" value={therapist} options={choices.therapists} />
            <Dropdown name="region" label="Region" value={region} options={choices.regions} />
            <Dropdown name="company" label="Company" value={company} options={choices.companies} />
            {(choices.kinds.length > 0 || kind) && (
              <Dropdown name="kind" label="Kind of visit" value={kind} options={choices.kinds} />
            )}
            {hasStatus && <Dropdown name="status" label="Status" value={status} options={statuses} />}
            <Button look="quiet">Show</Button>
          </FilterFold>
        </form>
      </search>
      <ActiveFilters
        labels={{
          search: search && `Search: ${search}`,
          therapist: therapist && `Therapist: ${therapist}`,
          region: region && `Region: ${region}`,
          company: company && `Company: ${company}`,
          kind: kind && `Kind of visit: ${kind}`,
          status: hasStatus && status && `Status: ${shownStatus(status)}`,
        }}
        hrefWithout={(name) => calendarsHref({ ...place, ...filtersOn(query), [name]: undefined })}
        clearHref={calendarsHref(place)}
      >
        {tab === "worklist" && (
          <>
            <SaveView list="worklist" filters={filtersOn(query)} />
            <a className="small" href={listHref("/worklist.csv", { ...filtersOn(query), status: undefined })}>
              Export as CSV
            </a>
          </>
        )}
      </ActiveFilters>
    </div>
  );
}
