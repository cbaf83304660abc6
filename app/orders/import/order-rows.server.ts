import { parsePhone } from "~/core/phone";
import { splitExtension } from "~/core/phone-extension";
import { Refusal } from "~/core/refusal";
import { longestNote } from "../follow-up/follow-up-schema";
import {
  type OrderRow,
  orderRow,
  type RowProblem,
  readOrderRow,
  requiredColumns,
  sourceStepIn,
} from "../order-row";
import { isOverStatus } from "../order-status";
import { cellValue, firstOf, inTitleCase, orderValue } from "./cells";
import type { Mapping } from "./choose-columns";
import { csvRows } from "./csv-rows.server";
import { withNumbers } from "./make-numbers.server";
import { columnsOf } from "./propose-columns";

/**
 * A line of an order file; the header is line 1. An order is imported without the values that have problems. A line
 * that can't be parsed has one cell, its text. `given` has the cells by field. A skipped line isn't an order. `notes` are
 * about values that were chosen among several. `kept` is the note for the order.
 */
export type OrderFileRow =
  | { line: number; cells: string[]; header: true }
  | { line: number; cells: string[]; skipped: true }
  | {
      line: number;
      cells: string[];
      given: Given;
      order: OrderRow;
      problems: RowProblem[];
      notes: RowProblem[];
      kept: string | null;
    }
  | { line: number; cells: string[]; given: Given; problems: RowProblem[] };

type Given = Record<string, string>;

/**
 * @param mapping which column is which field; without it, the header names them
 * @throws Refusal "invalid" for a file that is empty or lacks a required column
 */
export async function* orderFileRows(
  file: AsyncIterable<Uint8Array | string>,
  now: number,
  mapping: Mapping | null = null,
): AsyncGenerator<OrderFileRow> {
  const schema = orderRow(now);
  let header: string[] | null = null;
  let columns: [field: string, index: number][] = [];
  for await (const record of csvRows(file, mapping?.headerLine)) {
    const { line } = record;
    if ("error" in record) {
      const cells = [record.text];
      yield { line, cells, given: { line: record.text }, problems: [{ field: "line", error: record.error }] };
      continue;
    }
    const cells = record.fields;
    if (header === null) {
      header = cells;
      columns = mapping
        ? Object.entries(mapping.columns)
        : columnsOf(cells).map((column, index) => [column, index]);
      yield { line, cells, header: true };
      continue;
    }
    const given = Object.fromEntries(columns.map(([column, index]) => [column, cells[index] ?? ""]));
    if (mapping && isNoOrder(cells, given, header)) yield { line, cells, skipped: true };
    else {
      const read = readOrderRow(schema, orderValues(given, mapping, now));
      if ("order" in read && secondPhone(given, now) !== null) read.order.phoneIsSecond = true;
      yield "order" in read
        ? { line, cells, given, ...read, notes: notesOn(given, now), kept: noteIn(cells, header, mapping) }
        : {
            line,
            cells,
            given,
            problems: read.problems.map((problem) => withMadeNumbers(problem, given, mapping)),
          };
    }
  }
  if (header === null) throw new Refusal("invalid", "The file is empty.");
}

/** An empty number in a file whose columns were chosen on a screen, where Firstnight can make the numbers. */
function withMadeNumbers(problem: RowProblem, given: Given, mapping: Mapping | null): RowProblem {
  const { field } = problem;
  if (field !== "patient_id" && field !== "sales_order_no") return problem;
  if (mapping === null || given[field]?.trim()) return problem;
  const empty = field === "patient_id" ? "The patient ID is empty" : "The sales order number is empty";
  const error = mapping.makesNumbers
    ? `${empty}. Firstnight makes one only from a name with a date of birth, phone number, or email address.`
    : `${empty}. Enter it, or let Firstnight make the missing numbers, where you choose the columns.`;
  return { ...problem, error };
}

/** True for a total, a heading between rows, or the column names again: they have no key, or only the header's cells. */
function isNoOrder(cells: readonly string[], given: Given, header: readonly string[]): boolean {
  if (cells.every((cell, index) => cell === header[index])) return true;
  const filled = cells.filter((cell) => cell.trim() !== "").length;
  const keys = given.patient_id === undefined ? ["patient_name", "last_name", "phone"] : requiredColumns;
  const hasKey = keys.some((field) => field !== "brightree_db" && given[field]?.trim());
  return filled <= 3 && (!hasKey || cells.some((cell) => /^(grand |sub)?totals?\b/i.test(cell.trim())));
}

/** The columns that are kept as a note, each on a line with its name. */
function noteIn(cells: readonly string[], header: readonly string[], mapping: Mapping | null): string | null {
  const lines = (mapping?.notes ?? []).flatMap((index) => {
    const value = orderValue("", cells[index] ?? "", 0).trim();
    return value === "" ? [] : [`${header[index] || `Column ${index + 1}`}: ${value}`];
  });
  return lines.length === 0 ? null : lines.join("\n").slice(0, longestNote);
}

const severalValues = {
  phone: "This cell has several phone numbers. The first one is used.",
  email: "This cell has several email addresses. The first one is used.",
};

const usesSecond =
  "There is no other phone number that can be used, so this one is. Texts go to it, too, but a landline can't get them.";

const notesOn = (given: Given, now: number): RowProblem[] => [
  ...Object.entries(severalValues).flatMap(([field, error]) =>
    firstOf(field, cellValue(field, given[field] ?? "")) === null ? [] : [{ field, error }],
  ),
  ...(secondPhone(given, now) === null ? [] : [{ field: "second_phone", error: usesSecond }]),
];

const hasPhone = (value: string) => parsePhone(splitExtension(value).number) !== null;

/** The home or second phone of a patient without a first one that can be dialed, or null. */
function secondPhone({ phone = "", second_phone = "" }: Given, now: number): string | null {
  const second = orderValue("second_phone", second_phone, now);
  return !hasPhone(orderValue("phone", phone, now)) && hasPhone(second) ? second : null;
}

/** The values of an order from a file's cells, as the schema reads them. */
export function orderValues(given: Given, mapping: Mapping | null, now: number): Given {
  const values: Given = {};
  for (const [column, cell] of Object.entries(given)) values[column] = orderValue(column, cell, now);
  if (mapping?.database) values.brightree_db = mapping.database;
  const { first_name, last_name, step, order_status } = values;
  values.patient_name ||= [first_name, last_name].filter(Boolean).join(" ");
  if (mapping?.inTitleCase) values.patient_name = inTitleCase(values.patient_name);
  // Many exports have one column for both.
  if (!step && order_status && sourceStepIn(order_status) !== null) values.step = order_status;
  if (step && !order_status && isOverStatus(step)) {
    values.order_status = step;
    values.step = "";
  }
  const numbered = (from: Given) => (mapping?.makesNumbers ? withNumbers(from) : from);
  const second = secondPhone(given, now);
  // The second phone is the last choice for a made number, as it is for calls.
  return second === null ? numbered(values) : numbered({ ...numbered(values), phone: second });
}
