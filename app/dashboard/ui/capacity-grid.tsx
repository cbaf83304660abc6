import type { ReactNode } from "react";
import { plural } from "~/core/plural";
import { addDays, formatDay, startOfDay } from "~/core/time";
import type { CalendarsPage } from "~/dashboard/calendars/load-calendars.server";
import { absenceHref } from "~/visits/reassign/absence-strings";
import { calendarsHref, capacityCsvHref, filtersOn, type ShowCalendars } from "../calendars/calendars-query";
import { type CapacityCell, shareOf } from "../calendars/capacity-cell";
import { boardFilters, dayBoardHref } from "../day-board/day-board-schema";
import { Pager } from "./lists/cursor-pager";
import { NoTherapists } from "./no-therapists";
import { PeriodHead } from "./period-head";

interface CapacityGridProps {
  capacity: NonNullable<CalendarsPage["capacity"]>;
  today: string;
  query: ShowCalendars;
}

const dayName = (date: string) => formatDay(startOfDay(date, "UTC"), "UTC");

export function CapacityGrid({ capacity, today, query }: CapacityGridProps) {
  const { dates, total, regions, rows, more } = capacity;
  const days = dates.map((date) => ({ date, name: dayName(date) }));
  const [sunday = today] = dates;
  const { week, sort } = query;
  const on = { tab: "capacity", ...filtersOn(query), sort } as const;
  const title = dates.includes(today) ? "Capacity (this week)" : `Capacity (week of ${dayName(sunday)})`;
  const outDate = dates.includes(today) ? today : sunday;
  return (
    <div className="work stack" id="capacity-grid" data-live="">
      <PeriodHead
        id="capacity"
        title={title}
        links={[
          ["Previous week", calendarsHref({ ...on, week: addDays(sunday, -7) })],
          ["This week", calendarsHref(on)],
          ["Next week", calendarsHref({ ...on, week: addDays(sunday, 7) })],
          ["Export as CSV", capacityCsvHref({ ...on, week, page: query.page })],
        ]}
      />
      <p className="soft">
        Each day shows booked visits, the daily capacity, and openings. Canceled visits and no-shows aren't
        counted. The status filter does not apply.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="table-frame" aria-label={title} tabIndex={0}>
        <table className="table capacity">
          <caption className="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col" aria-sort={sort ? undefined : "ascending"}>
                <a href={calendarsHref({ ...on, sort: undefined, week })}>Therapist</a>
              </th>
              {days.map(({ date, name }) => (
                <th key={date} scope="col" aria-current={date === today ? "date" : undefined}>
                  <a href={dayBoardHref({ day: date, ...boardFilters(query) })}>
                    {name}
                    <span className="unseen"> on the day board</span>
                  </a>
                </th>
              ))}
              <th scope="col" aria-sort={sort ? "descending" : undefined}>
                <a href={calendarsHref({ ...on, sort: "load", week })}>Week load</a>
              </th>
            </tr>
          </thead>
          {rows.length > 0 && (
            <tbody>
              <TotalRow
                name="All therapists"
                about={plural(total.therapists, "therapist")}
                cells={[...total.cells, total.week]}
              />
              {regions.length > 1 &&
                regions.map((region) => (
                  <TotalRow
                    key={region.name}
                    name={<a href={calendarsHref({ ...on, region: region.name, week })}>{region.name}</a>}
                    about={plural(region.therapists, "therapist")}
                    cells={[...region.cells, region.week]}
                  />
                ))}
            </tbody>
          )}
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <a href={`/therapists/${row.id}`} data-opens="">
                    {row.name}
                  </a>{" "}
                  <span className="soft cap">{`(cap ${row.cap}/day)`}</span>{" "}
                  <span className="soft">{row.region}</span>{" "}
                  {outDate >= today && (
                    <a
                      className="sick-day"
                      href={absenceHref(row.id, outDate)}
                      aria-label={`Sick day: ${row.name}`}
                    >
                      Sick day
                    </a>
                  )}
                </th>
                <Cells row={row} days={days} today={today} />
                <TotalCell cell={row.week} />
              </tr>
            ))}
            {rows.length === 0 && (
              <tr>
                <td className="none" colSpan={9}>
                  <NoTherapists isFiltered={Object.values(filtersOn(query)).some(Boolean)} />
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
        hrefOf={(page) => calendarsHref({ ...on, week, page })}
      />
    </div>
  );
}

interface TotalRowProps {
  name: ReactNode;
  about: string;
  cells: CapacityCell[];
}

function TotalRow({ name, about, cells }: TotalRowProps) {
  return (
    <tr className="total">
      <th scope="row">
        {name} <span className="soft">{about}</span>
      </th>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week don't change their order.
        <TotalCell key={index} cell={cell} />
      ))}
    </tr>
  );
}

function TotalCell({ cell }: { cell: CapacityCell }) {
  const share = shareOf(cell);
  if (share === null) return <td className="load empty soft">closed</td>;
  return (
    <td className={`load ${loadOf(cell.booked, cell.cap)}`}>
      <b>{`${cell.booked} of ${cell.cap}`}</b> {`(${Math.round(share * 100)}%)`}
      <span className="total-open">{`${cell.open} open`}</span>
    </td>
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
  return row.cells.map(({ booked, open, isOff, isClosed }, index) => {
    const { date, name } = days[index] ?? { date: "", name: "" };
    const of = `${row.name}, ${name}`;
    if (booked === 0 && open === 0 && (isOff || isClosed)) {
      return (
        <td key={date} className="load empty soft">
          {isOff ? "out" : "closed"}
        </td>
      );
    }
    const openText = isOff && open === 0 ? "out" : `${open} open`;
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
