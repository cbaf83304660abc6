import type { ReactNode } from "react";
import { type Column, Table } from "~/ui/components/table";
import { weekLabel } from "../../forecast/forecast-figures";

const width = 360;
const height = 190;
const left = 40;
const bottom = 26;
const top = 10;

/** The next round number: 1, 2, or 5, followed by zeros. */
export function roundUp(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10;
  return step * power;
}

function scaleOf(weeks: number, highest: number) {
  const step = (width - left) / weeks;
  const base = height - bottom;
  return {
    step,
    base,
    x: (index: number) => left + step * (index + 0.5),
    y: (value: number) => base - ((base - top) * value) / highest,
  };
}

interface ChartProps<Row> {
  title: string;
  summary: string;
  rows: readonly Row[];
  highest: number;
  format(value: number): string;
  legend?: ReactNode;
  /** The table's columns after the week. */
  columns: readonly Column<NoInfer<Row>>[];
  children(scale: ReturnType<typeof scaleOf>): ReactNode;
}

export function Chart<Row extends { week: string }>(props: ChartProps<Row>) {
  const { title, summary, rows, highest, format, legend, columns, children } = props;
  const scale = scaleOf(rows.length, highest);
  const { x, y, base } = scale;
  const labelEvery = Math.ceil(rows.length / 6);
  return (
    <figure className="chart">
      <figcaption>
        <h3>{title}</h3>
        <p className="soft small">{summary}</p>
        {legend}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}. ${summary}`}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <path className="grid" d={`M${left} ${y(highest * share)}H${width}`} />
            <text x={left - 6} y={y(highest * share) + 4} textAnchor="end">
              {format(highest * share)}
            </text>
          </g>
        ))}
        {rows.map(({ week }, index) =>
          index % labelEvery === 0 ? (
            <text key={week} x={x(index)} y={base + 18} textAnchor="middle">
              {weekLabel(week)}
            </text>
          ) : null,
        )}
        {children(scale)}
      </svg>
      <details className="opener">
        <summary>Show as table</summary>
        <Table
          caption={title}
          rows={rows}
          rowKey={({ week }) => week}
          empty="No rows"
          columns={[{ head: "Week of", cell: ({ week }) => weekLabel(week) }, ...columns]}
        />
      </details>
    </figure>
  );
}
