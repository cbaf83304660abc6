import type { Forecast } from "../../forecast/count-forecast.server";
import { strings } from "../../strings";
import { Bars, Chart, roundUp } from "./chart";

export function CapacityChart({ weeks }: { weeks: Forecast["capacity"] }) {
  const highest = roundUp(Math.max(1, ...weeks.flatMap(({ booked, open }) => [booked, open])));
  const count = (value: number) => value.toLocaleString("en-US");
  const total = (name: "booked" | "open") => count(weeks.reduce((sum, row) => sum + row[name], 0));
  return (
    <Chart
      title={strings.capacityTitle}
      summary={`In the next ${weeks.length} weeks, ${total("booked")} visits are booked and ${total("open")} more can be booked.`}
      definition={strings.capacityDefinition}
      rows={weeks}
      highest={highest}
      format={count}
      legend={
        <ul className="legend row small">
          <li className="booked">Booked</li>
          <li className="open">Open from today</li>
        </ul>
      }
      columns={[
        { key: "booked", head: "Booked", align: "right", cell: (row) => count(row.booked) },
        { key: "open", head: "Open from today", align: "right", cell: (row) => count(row.open) },
      ]}
    >
      {(scale) => (
        <Bars
          scale={scale}
          rows={weeks}
          series={[
            { className: "booked", value: ({ booked }) => booked },
            { className: "open", value: ({ open }) => open },
          ]}
        />
      )}
    </Chart>
  );
}
