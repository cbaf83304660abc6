import { Refusal } from "~/core/refusal";
import { type OrderRow, orderRow, type RowProblem, readOrderRow, sourceStepIn } from "../order-row";
import { isOverStatus } from "../order-status";
import { cellValue } from "./cells";
import { columnsOf } from "./columns";
import { csvRows } from "./csv-rows.server";

/**
 * A line of an order file; the header is line 1. An order is imported without the values that have problems. A line
 * that can't be parsed has one cell, its text.
 */
export type OrderFileRow =
  | { line: number; cells: string[]; header: true }
  | { line: number; cells: string[]; order: OrderRow; problems: RowProblem[] }
  | { line: number; cells: string[]; problems: RowProblem[] };

/** @throws Refusal "invalid" for a file that is empty or lacks a required column */
export async function* orderFileRows(
  file: AsyncIterable<Uint8Array | string>,
  now: number,
): AsyncGenerator<OrderFileRow> {
  const schema = orderRow(now);
  let columns: string[] | null = null;
  for await (const record of csvRows(file)) {
    const { line } = record;
    if ("error" in record) {
      yield { line, cells: [record.text], problems: [{ field: "line", error: record.error }] };
    } else if (columns === null) {
      columns = columnsOf(record.fields);
      yield { line, cells: record.fields, header: true };
    } else {
      yield { line, cells: record.fields, ...readOrderRow(schema, valuesOf(columns, record.fields)) };
    }
  }
  if (columns === null) throw new Refusal("invalid", "The file is empty.");
}

function valuesOf(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [index, column] of columns.entries()) values[column] = cellValue(column, cells[index] ?? "");
  const { first_name, last_name, step, order_status } = values;
  values.patient_name ||= [first_name, last_name].filter(Boolean).join(" ");
  // Many exports have one column for both.
  if (!step && order_status && sourceStepIn(order_status) !== null) values.step = order_status;
  if (step && !order_status && isOverStatus(step)) {
    values.order_status = step;
    values.step = "";
  }
  return values;
}
