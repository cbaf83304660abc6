import type { ReactNode } from "react";
import { type Column, Table } from "~/ui/components/table";
import { weekLabel } from "../../forecast/rates";

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

export type Scale = ReturnType<typeof scaleOf>;

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
  /** Without a summary, there is nothing to draw. */
  summary: string | null;
  /** A sentence that doesn't depend on the chart's weeks. */
  more?: string;
  rows: readonly Row[];
  highest: number;
  format(value: number): string;
  legend?: ReactNode;
  definition?: string;
  /** The table's columns after the week. */
  columns: readonly Column<NoInfer<Row>>[];
  children(scale: Scale): ReactNode;
}

export function Chart<Row extends { week: string }>(props: ChartProps<Row>) {
  const { title, summary, more, rows, highest, format, legend, definition, columns, children } = props;
  const scale = scaleOf(rows.length, highest);
  const { x, y, base } = scale;
  const id = `chart-${title.toLowerCase().replace(/\W+/g, "-")}`;
  const labelEvery = Math.ceil(rows.length / 6);
  return (
    <figure className="chart" id={id}>
      <figcaption>
        <h3>{title}</h3>
        <p className="soft small">{summary ?? "Nothing to count in this period."}</p>
        {more && <p className="soft small">{more}</p>}
        {summary !== null && legend}
      </figcaption>
      {summary !== null && (
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>{summary}</desc>
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
      )}
      {definition && <p className="soft small">{definition}</p>}
      {summary !== null && (
        <details className="opener" id={`${id}-table`}>
          <summary>Show as table</summary>
          <Table
            caption={title}
            rows={rows}
            rowKey={({ week }) => week}
            empty="No weeks in this period. Choose other dates."
            stacks="labeled"
            columns={[{ head: "Week of", cell: ({ week }) => weekLabel(week) }, ...columns]}
          />
        </details>
      )}
    </figure>
  );
}

interface SeriesProps<Row> {
  scale: Scale;
  rows: readonly Row[];
}

interface BarsProps<Row> extends SeriesProps<Row> {
  /** The bars of a week, side by side. */
  series: readonly { className: string; value(row: Row): number }[];
}

export function Bars<Row extends { week: string }>({ scale, rows, series }: BarsProps<Row>) {
  const { x, y, step, base } = scale;
  const width = Math.max(1, Math.min(18, (step - 2) / series.length - 1));
  return rows.flatMap((row, index) =>
    series.map(({ className, value }, nth) => (
      <rect
        key={`${row.week} ${className}`}
        className={className}
        x={x(index) + (nth - series.length / 2) * (width + 1)}
        y={y(value(row))}
        width={width}
        height={base - y(value(row))}
      />
    )),
  );
}

interface LineProps<Row> extends SeriesProps<Row> {
  /** Weeks without a value have no point. */
  value(row: Row): number | null;
  className?: string;
}

export function Line<Row extends { week: string }>({ scale, rows, value, className }: LineProps<Row>) {
  const points = rows.flatMap((row, index) => {
    const at = value(row);
    return at === null ? [] : [{ week: row.week, x: scale.x(index), y: scale.y(at) }];
  });
  return (
    <g className={className}>
      <path className="line" d={points.map(({ x, y }, nth) => `${nth ? "L" : "M"}${x} ${y}`).join("")} />
      {points.map(({ week, x, y }) => (
        <circle key={week} className="point" cx={x} cy={y} r={rows.length > 26 ? 2 : 4} />
      ))}
    </g>
  );
}
