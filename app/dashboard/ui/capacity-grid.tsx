import { addDays, formatDay, startOfDay } from "~/core/time";
import type { CalendarsPage } from "~/dashboard/calendars/load-calendars.server";
import { calendarsHref, filtersOn, type ShowCalendars } from "../calendars/calendars-query";
import { Pager } from "./lists/cursor-pager";
import { PeriodHead } from "./period-head";

interface CapacityGridProps {
  capacity: NonNullable<CalendarsPage["capacity"]>;
  today: string;
  query: ShowCalendars;
}

const dayName = (date: string) => formatDay(startOfDay(date, "UTC"), "UTC");

export function CapacityGrid({ capacity, today, query }: CapacityGridProps) {
  const { dates, rows, more } = capacity;
  const days = dates.map((date) => ({ date, name: dayName(date) }));
  const [sunday = today] = dates;
  const on = { tab: "capacity", ...filtersOn(query) } as const;
  const title = dates.includes(today) ? "Capacity (this week)" : `Capacity (week of ${dayName(sunday)})`;
  return (
    <div className="work stack" id="capacity-grid" data-live="">
      <PeriodHead
        id="capacity"
        title={title}
        links={[
          ["Previous week", calendarsHref({ ...on, week: addDays(sunday, -7) })],
          ["This week", calendarsHref(on)],
          ["Next week", calendarsHref({ ...on, week: addDays(sunday, 7) })],
        ]}
      />
      <p className="soft">
        Each day shows booked visits, the daily capacity, and open times. The status filter does not apply.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="table-frame" aria-label={title} tabIndex={0}>
        <table className="table capacity">
          <caption className="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Therapist</th>
              {days.map(({ date, name }) => (
                <th key={date} scope="col" aria-current={date === today ? "date" : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <a href={`/therapists/${row.id}`} data-opens="">
                    {row.name}
                  </a>{" "}
                  <span className="soft cap">{`(cap ${row.cap}/day)`}</span>{" "}
                  <span className="soft">{row.region}</span>
                </th>
                <Cells row={row} days={days} today={today} />
              </tr>
            ))}
            {rows.length === 0 && (
              <tr>
                <td className="none" colSpan={8}>
                  No therapists match these filters.
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
      <ul className="load-key row small">
        <li className="load empty">nothing booked</li>
        <li className="load some">booked</li>
        <li className="load most">66% or more</li>
        <li className="load full">full</li>
      </ul>
      <Pager
        page={query.page}
        more={more}
        of="therapists"
        hrefOf={(page) => calendarsHref({ ...on, week: query.week, page })}
      />
    </div>
  );
}

export function loadOf(booked: number, cap: number): "empty" | "some" | "most" | "full" {
  if (booked === 0) return "empty";
  if (booked >= cap) return "full";
  return booked / cap >= 0.66 ? "most" : "some";
}

interface CellsProps {
  row: CapacityGridProps["capacity"]["rows"][number];
  days: { date: string; name: string }[];
  today: string;
}

function Cells({ row, days, today }: CellsProps) {
  const list = calendarsHref({ therapist: row.name });
  return row.cells.map(({ booked, open, isOff }, index) => {
    const { date, name } = days[index] ?? { date: "", name: "" };
    const openText = isOff && open === 0 ? "out" : `${open} open`;
    const of = `${row.name}, ${name}`;
    return (
      <td key={date} className={`load ${loadOf(booked, row.cap)}`}>
        <a href={`${list}&day=${date}`} aria-label={`${booked} of ${row.cap} booked ${openText}, ${of}`}>
          <b>{`${booked} of ${row.cap}`}</b>
          {" booked "}
          <span>{openText}</span>
        </a>
        {open > 0 && date >= today && (
          <a
            className="book"
            href={`/new-appointment?therapist=${row.id}&date=${date}`}
            aria-label={`+ Book with ${of}`}
          >
            + Book
          </a>
        )}
      </td>
    );
  });
}
