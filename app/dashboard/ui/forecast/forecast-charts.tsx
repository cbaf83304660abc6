import { type Forecast, noShowShare, percent } from "../../forecast/forecast-figures";
import { strings } from "../../strings";
import { Chart, roundUp, scaleOf, weekLabel } from "./chart";

const week = { key: "week", head: "Week of", cell: (row: { week: string }) => weekLabel(row.week) };
const days = (value: number | null) => (value === null ? "–" : value.toFixed(1));

export function CapacityChart({ weeks }: { weeks: Forecast["capacity"] }) {
  const highest = roundUp(Math.max(1, ...weeks.flatMap(({ booked, open }) => [booked, open])));
  const { x, y, step, base } = scaleOf(weeks.length, highest);
  const bar = Math.min(18, step / 2 - 2);
  const total = (name: "booked" | "open") => weeks.reduce((sum, row) => sum + row[name], 0);
  return (
    <Chart
      title={strings.capacityTitle}
      summary={strings.capacitySummary(total("booked"), total("open"), weeks.length)}
      weeks={weeks.map((row) => row.week)}
      highest={highest}
      format={(value) => value.toLocaleString("en-US")}
      legend={
        <ul className="legend row small">
          <li className="booked">Booked</li>
          <li className="open">Open</li>
        </ul>
      }
      rows={weeks}
      rowKey={(row) => row.week}
      columns={[
        week,
        { key: "booked", head: "Booked", align: "right", cell: (row) => row.booked.toLocaleString("en-US") },
        { key: "open", head: "Open", align: "right", cell: (row) => row.open.toLocaleString("en-US") },
      ]}
    >
      {weeks.map(({ week, booked, open }, index) => (
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
      ))}
    </Chart>
  );
}

export function WaitChart({ waits }: { waits: Forecast["waits"] }) {
  const highest = roundUp(Math.max(1, ...waits.map(({ high }) => high ?? 0)));
  const { x, y } = scaleOf(waits.length, highest);
  const known = waits.flatMap(({ median, low, high }, index) =>
    median === null || low === null || high === null ? [] : [{ index, median, low, high }],
  );
  const latest = known.at(-1);
  return (
    <Chart
      title={strings.waitTitle}
      summary={latest ? strings.waitSummary(days(latest.median)) : strings.noData}
      weeks={waits.map((row) => row.week)}
      highest={highest}
      format={(value) => `${value} d`}
      rows={waits}
      rowKey={(row) => row.week}
      columns={[
        week,
        { key: "count", head: "Setups", align: "right", cell: (row) => row.count },
        { key: "median", head: "Median days", align: "right", cell: (row) => days(row.median) },
        {
          key: "spread",
          head: "Middle half",
          align: "right",
          cell: (row) => (row.count === 0 ? "–" : `${days(row.low)} to ${days(row.high)}`),
        },
      ]}
    >
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
    </Chart>
  );
}

export function NoShowChart({ noShows }: { noShows: Forecast["noShows"] }) {
  const shares = noShows.map((row) => noShowShare(row) ?? 0);
  const highest = Math.min(1, roundUp(Math.max(0.01, ...shares) * 100) / 100);
  const { x, y, step, base } = scaleOf(noShows.length, highest);
  const bar = Math.min(24, step - 8);
  const all = noShowShare({
    missed: noShows.reduce((sum, row) => sum + row.missed, 0),
    held: noShows.reduce((sum, row) => sum + row.held, 0),
  });
  return (
    <Chart
      title={strings.noShowTitle}
      summary={all === null ? strings.noData : strings.noShowSummary(percent(all), noShows.length)}
      weeks={noShows.map((row) => row.week)}
      highest={highest}
      format={(value) => `${Math.round(value * 1000) / 10}%`}
      rows={noShows}
      rowKey={(row) => row.week}
      columns={[
        week,
        { key: "missed", head: "No show", align: "right", cell: (row) => row.missed },
        { key: "held", head: "Completed", align: "right", cell: (row) => row.held },
        { key: "share", head: "Share", align: "right", cell: (row) => percent(noShowShare(row)) },
      ]}
    >
      {shares.map((share, index) => (
        <rect
          key={noShows[index]?.week}
          className="missed"
          x={x(index) - bar / 2}
          y={y(share)}
          width={bar}
          height={base - y(share)}
        />
      ))}
    </Chart>
  );
}
