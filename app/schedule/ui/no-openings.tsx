import { fill } from "~/core/language/strings";
import { longDate } from "~/core/month";
import { zoneName } from "~/core/time";
import { regionName } from "~/core/zones/states";
import { CompanyPhone } from "~/ui/company-phone";
import { ButtonLink } from "~/ui/components/button";
import type { Schedule } from "../find-schedule.server";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { DayTable } from "./day-table";
import { firstPageHref } from "./schedule-href";

/** Offers to remove each filter, and lists the nearest times without filters. */
export function NoOpenings({ base, schedule }: { base: string; schedule: Schedule }) {
  const { filters, zone, nearest } = schedule;
  if (!nearest) {
    return (
      <div className="panel">
        <h2>{strings.noneAtAll}</h2>
        <p>
          {`${strings.noneAtAllNext} `}
          <CompanyPhone />.
        </p>
      </div>
    );
  }
  return (
    <>
      <div className="panel">
        <h2>{strings.noneForFilters}</h2>
        <div className="buttons">
          {removals(filters).map(([label, without]) => (
            <ButtonLink
              key={label}
              look="quiet"
              href={firstPageHref(base, filters, without)}
              data-nav="remove"
            >
              {label}
            </ButtonLink>
          ))}
        </div>
      </div>
      <p>
        <b>{strings.nearest}</b>
      </p>
      <p className="soft">{fill(strings.zone, { zone: zoneName(Date.parse(nearest.date), zone) })}</p>
      <DayTable base={base} filters={filters} zone={zone} day={nearest} />
    </>
  );
}

function removals({
  date,
  part,
  region,
}: ScheduleFilters): [label: string, without: Partial<ScheduleFilters>][] {
  const found: [string, Partial<ScheduleFilters>][] = [];
  if (date) found.push([fill(strings.remove, { filter: longDate(date) }), { date: undefined }]);
  if (part) found.push([fill(strings.remove, { filter: strings.parts[part] }), { part: undefined }]);
  if (region) found.push([fill(strings.remove, { filter: regionName(region) }), { region: undefined }]);
  return found.length > 0 ? found : [[strings.fromFirst, {}]];
}
