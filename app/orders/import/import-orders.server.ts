import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { ImportCounts, RowProblem } from "../order-row";
import { OrderWriter } from "../order-writer.server";
import { orderFileRows } from "./order-rows.server";

/** What is wrong with one field of one line; the header is line 1. */
export interface LineProblem extends RowProblem {
  line: number;
}

export interface Imported extends ImportCounts {
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
  const writer = new OrderWriter<number>(app, who, "a file", (line, problem) => tell(line, [problem]));
  for await (const read of orderFileRows(file, app.clock.now())) {
    if ("row" in read) await writer.add({ place: read.line, row: read.row });
    if ("problems" in read) tell(read.line, read.problems);
  }
  await writer.flush();
  errors.sort((a, b) => a.line - b.line);
  return { ...writer.tally, errors };
}
