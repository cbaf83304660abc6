import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { csvRecords } from "./csv-records.server";
import { neededColumns, orderRow, problemsOf, type RowProblem, type Tally } from "./order-row";
import { OrderWriter } from "./write-orders.server";

/** What is wrong with one field of one line; the header is line 1. */
export interface LineProblem extends RowProblem {
  line: number;
}

export interface Imported extends Tally {
  errors: LineProblem[];
}

/**
 * Takes orders in from a CSV file; header names in any case. Bad lines are told by line and field while
 * the good ones go in; taking the same file in again changes nothing.
 *
 * @throws Refusal "invalid" for a file that is empty or lacks the columns that name an order
 */
export async function importOrders(
  app: App,
  who: Who,
  file: AsyncIterable<Uint8Array | string>,
): Promise<Imported> {
  const errors: LineProblem[] = [];
  const tell = (line: number, problems: RowProblem[]) => {
    errors.push(...problems.map((problem) => ({ line, ...problem })));
  };
  const writer = new OrderWriter(app, who, "a file", (line, problem) => tell(line, [problem]));
  const schema = orderRow(app.clock.now());
  let columns: string[] | null = null;
  for await (const record of csvRecords(file)) {
    if ("error" in record) {
      tell(record.line, [{ field: "line", error: record.error }]);
    } else if (columns === null) {
      columns = columnsOf(record.fields);
    } else {
      const cells = record.fields.map((cell, index) => [columns?.[index], cell]);
      const row = schema.safeParse(Object.fromEntries(cells));
      if (row.success) await writer.add({ place: record.line, row: row.data });
      else tell(record.line, problemsOf(row.error));
    }
  }
  if (columns === null) throw new Refusal("invalid", "The file is empty.");
  await writer.flush();
  errors.sort((a, b) => a.line - b.line);
  return { ...writer.tally, errors };
}

function columnsOf(names: string[]): string[] {
  const columns = names.map((name) => name.toLowerCase());
  for (const needed of neededColumns) {
    if (!columns.includes(needed)) {
      throw new Refusal(
        "invalid",
        `The file has no column "${needed}". Its first line must name the columns.`,
      );
    }
  }
  return columns;
}
