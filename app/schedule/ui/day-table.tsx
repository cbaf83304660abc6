import { longDate } from "~/core/month";
import { usePage } from "~/ui/page-context";
import type { ListedDay } from "../list-days.server";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { TimeRows } from "./opening-rows";

interface DayTableProps {
  base: string;
  filters: ScheduleFilters;
  zone: string;
  day: ListedDay;
  /** Set for a second table of the same day. */
  id?: string;
}

// Each group has its own `content-visibility`, so that slow phones lay out only visible groups.
const groupSize = 6;

export function DayTable({ day: { date, times }, id = `day-${date}`, ...page }: DayTableProps) {
  const { company } = usePage();
  const { columns } = strings;
  const groups = Array.from({ length: Math.ceil(times.length / groupSize) }, (_, index) =>
    times.slice(index * groupSize, (index + 1) * groupSize),
  );
  return (
    <>
      <h2 className="day" id={id}>
        {longDate(date)}
      </h2>
      <table className="slots" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{columns.date}</th>
            <th scope="col">{columns.time}</th>
            <th scope="col">{columns.therapist}</th>
            {company?.showsRegions && <th scope="col">{columns.region}</th>}
            <th scope="col">{columns.action}</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group[0]?.start}>
            {group.map((time) => (
              <TimeRows key={time.start} {...page} time={time} />
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}
