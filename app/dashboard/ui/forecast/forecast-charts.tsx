import type { Forecast } from "../../forecast/count-forecast.server";
import { noShowRate, percent } from "../../forecast/forecast-figures";
import { strings } from "../../strings";
import { Chart, roundUp } from "./chart";

const noData = "No data yet.";

const days = (value: number | null) => (value === null ? "–" : value.toFixed(1));

export function CapacityChart({ weeks }: { weeks: Forecast["capacity"] }) {
  const highest = roundUp(Math.max(1, ...weeks.flatMap(({ booked, open }) => [booked, open])));
  const count = (value: number) => value.toLocaleString("en-US");
  const total = (name: "booked" | "open") => count(weeks.reduce((sum, row) => sum + row[name], 0));
  return (
    <Chart
      title={strings.capacityTitle}
      summary={`In the next ${weeks.length} weeks, ${total("booked")} visits are booked and ${total("open")} more can be booked.`}
      rows={weeks}
      highest={highest}
      format={count}
      legend={
        <ul className="legend row small">
          <li className="booked">Booked</li>
          <li className="open">Open</li>
        </ul>
      }
      columns={[
        { key: "booked", head: "Booked", align: "right", cell: (row) => count(row.booked) },
        { key: "open", head: "Open", align: "right", cell: (row) => count(row.open) },
      ]}
    >
      {({ x, y, step, base }) => {
        const bar = Math.min(18, step / 2 - 2);
        return weeks.map(({ week, booked, open }, index) => (
          <g key={week}>
            <rect
              className="booked"
              x={x(index) - bar - 1}
              y={y(booked)}
              width={bar}
              height={base - y(booked)}
            />
            <rect className="open" x={x(index) + 1} y={y(open)} width={bar} height={base - y(open)} />
          </g>
        ));
      }}
    </Chart>
  );
}

export function WaitChart({ waits }: { waits: Forecast["waits"] }) {
  const known = waits.flatMap(({ median, low, high }, index) =>
    median === null || low === null || high === null ? [] : [{ index, median, low, high }],
  );
  const latest = known.at(-1);
  return (
    <Chart
      title="From referral to setup"
      summary={
        latest
          ? `In the most recent week with setups, the median wait was ${days(latest.median)} days. Bars show the middle 50%.`
          : noData
      }
      rows={waits}
      highest={roundUp(Math.max(1, ...waits.map(({ high }) => high ?? 0)))}
      format={(value) => `${value} d`}
      columns={[
        { key: "count", head: "Setups", align: "right", cell: (row) => row.count },
        { key: "median", head: "Median days", align: "right", cell: (row) => days(row.median) },
        {
          key: "spread",
          head: "Middle 50%",
          align: "right",
          cell: (row) => (row.count === 0 ? "–" : `${days(row.low)} to ${days(row.high)}`),
        },
      ]}
    >
      {({ x, y }) => (
        <>
          {known.map(({ index, low, high }) => (
            <path key={index} className="spread" d={`M${x(index)} ${y(low)}V${y(high)}`} />
          ))}
          <path
            className="line"
            d={known.map(({ index, median }, nth) => `${nth ? "L" : "M"}${x(index)} ${y(median)}`).join("")}
          />
          {known.map(({ index, median }) => (
            <circle key={index} className="point" cx={x(index)} cy={y(median)} r={4} />
          ))}
        </>
      )}
    </Chart>
  );
}

export function NoShowChart({ noShows }: { noShows: Forecast["noShows"] }) {
  const rateOf = ({ missed, completed }: { missed: number; completed: number }) =>
    noShowRate(missed, missed + completed);
  const highestRate = Math.max(0.01, ...noShows.map((row) => rateOf(row) ?? 0));
  const all = rateOf({
    missed: noShows.reduce((sum, row) => sum + row.missed, 0),
    completed: noShows.reduce((sum, row) => sum + row.completed, 0),
  });
  return (
    <Chart
      title="No-show rate"
      summary={all === null ? noData : `${percent(all)} of visits in the last ${noShows.length} weeks.`}
      rows={noShows}
      highest={Math.min(1, roundUp(highestRate * 100) / 100)}
      format={(value) => `${Math.round(value * 1000) / 10}%`}
      columns={[
        { key: "missed", head: "No-shows", align: "right", cell: (row) => row.missed },
        { key: "completed", head: "Completed", align: "right", cell: (row) => row.completed },
        { key: "rate", head: "Rate", align: "right", cell: (row) => percent(rateOf(row)) },
      ]}
    >
      {({ x, y, step, base }) => {
        const bar = Math.min(24, step - 8);
        return noShows.map((row, index) => {
          const at = y(rateOf(row) ?? 0);
          return (
            <rect
              key={row.week}
              className="missed"
              x={x(index) - bar / 2}
              y={at}
              width={bar}
              height={base - at}
            />
          );
        });
      }}
    </Chart>
  );
}
