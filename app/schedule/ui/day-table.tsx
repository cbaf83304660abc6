import { longDate } from "~/core/month";
import type { ListedDay } from "../list-days.server";
import type { ScheduleFilters } from "../schedule-schema";
import { strings } from "../strings";
import { TimeRow } from "./opening-rows";

interface DayTableProps {
  base: string;
  filters: ScheduleFilters;
  zone: string;
  day: ListedDay;
}

// Each group has its own `content-visibility`, so that slow phones lay out only visible groups.
const groupSize = 6;

export function DayTable({ day: { date, times }, ...page }: DayTableProps) {
  const { columns } = strings;
  const groups = Array.from({ length: Math.ceil(times.length / groupSize) }, (_, index) =>
    times.slice(index * groupSize, (index + 1) * groupSize),
  );
  return (
    <>
      <h2 className="day" id={`day-${date}`}>
        {longDate(date)}
      </h2>
      <table className="slots" aria-labelledby={`day-${date}`}>
        <thead>
          <tr>
            <th scope="col">{columns.date}</th>
            <th scope="col">{columns.time}</th>
            <th scope="col">{columns.therapist}</th>
            <th scope="col">{columns.region}</th>
            <th scope="col">{columns.action}</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group[0]?.start}>
            {group.map((time) => (
              <TimeRow key={time.start} {...page} time={time} opened={page.filters.time === time.start} />
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}
