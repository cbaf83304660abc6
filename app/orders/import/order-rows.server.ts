import { Refusal } from "~/core/refusal";
import { type OrderRow, orderRow, problemsOf, type RowProblem, requiredColumns } from "../order-row";
import { csvRows } from "./csv-rows.server";

/** A line of an order file; the header is line 1. A line that can't be parsed has one cell, its text. */
export type OrderFileRow =
  | { line: number; cells: string[]; header: true }
  | { line: number; cells: string[]; order: OrderRow }
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
      const named = Object.fromEntries(record.fields.map((cell, index) => [columns?.[index] ?? "", cell]));
      const row = schema.safeParse(named);
      const garbled = columns.filter((column) => named[column]?.includes("\ufffd"));
      if (row.success && garbled.length === 0) {
        yield { line, cells: record.fields, order: row.data };
        continue;
      }
      const invalid = row.success
        ? []
        : problemsOf(row.error).filter(({ field }) => !garbled.includes(field));
      const problems = [...garbled.map((field) => ({ field, error: notUtf8 })), ...invalid];
      yield { line, cells: record.fields, problems };
    }
  }
  if (columns === null) throw new Refusal("invalid", "The file is empty.");
}

const notUtf8 = "This text is not UTF-8. Save the file as CSV UTF-8.";

function columnsOf(names: string[]): string[] {
  const given = names.map((name) => name.toLowerCase());
  const columns = given.map((name) => {
    const column = otherNames[name];
    return column && !given.includes(column) ? column : name;
  });
  for (const needed of requiredColumns) {
    if (columns.includes(needed)) continue;
    throw new Refusal("invalid", isText(names) ? missing(needed, columns) : noText);
  }
  const twice = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (twice) throw new Refusal("invalid", `The header has the column "${twice}" twice.`);
  return columns;
}

// The column names of other exports.
const otherNames: Record<string, string> = {
  so_id: "sales_order_no",
  soid: "sales_order_no",
  sales_order_id: "sales_order_no",
  pid: "patient_id",
  patientid: "patient_id",
  db: "brightree_db",
};

const noText = "This is not a UTF-8 CSV file. In a spreadsheet, save it as “CSV UTF-8”.";

const isText = (names: string[]) => !/[\0\ufffd]/.test(names.join(""));

function missing(needed: string, columns: string[]): string {
  const other = [";", "\t", "|"].find((sign) => columns.some((name) => name.split(sign).includes(needed)));
  if (other) {
    return `The columns of this file are separated by ${other === "\t" ? "tabs" : `“${other}”`}. Save it with commas as the separator.`;
  }
  return `The file has no column "${needed}". The first line must list the column names.`;
}
