import type { Key, ReactNode } from "react";

export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell(row: Row): ReactNode;
  /** `right` for numbers, `when` for dates, `acts` for buttons and states, which stay visible. */
  align?: "right" | "when" | "acts";
  sortHref?: string;
  sorted?: "ascending" | "descending" | undefined;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): Key;
  empty: ReactNode;
}

export function Table<Row>({ caption, columns, rows, rowKey, empty }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className="table-frame" aria-label={caption} tabIndex={0}>
      <table className="table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.align} aria-sort={column.sorted}>
                {column.sortHref ? <a href={column.sortHref}>{column.head}</a> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} id={`${caption}-${rowKey(row)}`.replace(/\W+/g, "-")}>
              {columns.map((column) => (
                <td key={column.key} className={column.align}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td className="none" colSpan={columns.length}>
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
