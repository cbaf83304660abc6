import type { ReactNode } from "react";
import { formatDay } from "~/core/time";
import { type Column, Table } from "~/ui/components/table";

const width = 360;
const height = 190;
const left = 40;
const bottom = 26;
const top = 10;

export const weekLabel = (week: string) =>
  formatDay(Date.parse(`${week}T12:00:00Z`), "UTC").replace(/^\w+, /, "");

/** The next round number: 1, 2 or 5, followed by zeros. */
export function roundUp(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10;
  return step * power;
}

interface Scale {
  x(index: number): number;
  step: number;
  y(value: number): number;
  base: number;
}

export function scaleOf(weeks: number, highest: number): Scale {
  const step = (width - left) / weeks;
  const base = height - bottom;
  return {
    step,
    base,
    x: (index) => left + step * (index + 0.5),
    y: (value) => base - ((base - top) * value) / highest,
  };
}

interface ChartProps<Row> {
  title: string;
  summary: string;
  weeks: readonly string[];
  highest: number;
  format(value: number): string;
  legend?: ReactNode;
  children: ReactNode;
  rows: readonly Row[];
  columns: readonly Column<NoInfer<Row>>[];
  rowKey(row: NoInfer<Row>): string;
}

export function Chart<Row>(props: ChartProps<Row>) {
  const { title, summary, weeks, highest, format, legend, children, rows, columns, rowKey } = props;
  const { x, y, base } = scaleOf(weeks.length, highest);
  const labelEvery = Math.ceil(weeks.length / 6);
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
        {weeks.map((week, index) =>
          index % labelEvery === 0 ? (
            <text key={week} x={x(index)} y={base + 18} textAnchor="middle">
              {weekLabel(week)}
            </text>
          ) : null,
        )}
        {children}
      </svg>
      <details className="opener">
        <summary>Show as table</summary>
        <Table caption={title} rows={rows} rowKey={rowKey} empty="No rows" columns={columns} />
      </details>
    </figure>
  );
}
