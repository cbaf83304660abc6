import type { Key, ReactNode } from "react";

interface AnyColumn<Row> {
  /** Defaults to the head. */
  key?: string;
  head: ReactNode;
  cell(row: Row): ReactNode;
  /** `right` for numbers, `when` for dates. A word of a `name`, or of an `id` or address, breaks if nothing else fits. */
  align?: "right" | "when" | "name" | "id" | "acts";
  sortHref?: string;
  sorted?: "ascending" | "descending" | undefined;
}

export interface Column<Row> extends AnyColumn<Row> {
  key: string;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly AnyColumn<NoInfer<Row>>[];
  rows: readonly Row[];
  rowKey(row: Row): Key;
  empty: ReactNode;
  /**
   * On phones, each row is a block of lines. "late" keeps the columns on tablets, where they fit if they are narrow.
   * "labeled" names each value, for rows of numbers.
   */
  stacks?: boolean | "late" | "labeled";
  /** In a dialog, the links that sort the table show it there. */
  staysInDialog?: boolean;
}

const keyOf = <Row,>({ key, head }: AnyColumn<Row>): string => key ?? String(head);

/** The element ID of a row. */
export const tableRowId = (caption: string, key: Key): string => `${caption}-${key}`.replace(/\W+/g, "-");

export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  stacks,
  staysInDialog,
}: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className="table-frame" aria-label={caption} tabIndex={0}>
      <table className={["table", stacks && "stacks", stacks !== true && stacks].filter(Boolean).join(" ")}>
        <caption className="unseen">{caption}</caption>
        <thead data-stays={staysInDialog ? "" : undefined}>
          <tr>
            {columns.map((column) => (
              <th key={keyOf(column)} scope="col" className={column.align} aria-sort={column.sorted}>
                {column.sortHref ? <a href={column.sortHref}>{column.head}</a> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} id={tableRowId(caption, rowKey(row))}>
              {columns.map((column) => (
                <td
                  key={keyOf(column)}
                  className={column.align}
                  data-label={stacks === "labeled" ? String(column.head) : undefined}
                >
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
