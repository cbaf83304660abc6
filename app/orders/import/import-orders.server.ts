import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { ImportCounts, RowProblem } from "../order-row";
import { type ReadOrder, saveOrderRows, writeOrders } from "../write-orders.server";
import { orderFileRows } from "./order-rows.server";

/** A problem with one field of one line; the header is line 1. */
export interface LineProblem extends RowProblem {
  line: number;
}

export interface Imported extends ImportCounts {
  errors: LineProblem[];
}

/**
 * Imports orders from a CSV file. Bad lines are reported by line and field; the others are saved. Importing
 * the same file again changes nothing.
 *
 * @throws Refusal "invalid" for a file that is empty or lacks a required column
 */
export async function importOrders(
  app: App,
  who: Who,
  file: AsyncIterable<Uint8Array | string>,
): Promise<Imported> {
  const errors: LineProblem[] = [];
  async function* rows(): AsyncGenerator<ReadOrder<number>> {
    for await (const read of orderFileRows(file, app.clock.now())) {
      if (!("header" in read)) yield { place: read.line, ...read };
    }
  }
  const { counts, rejected } = writeOrders(app, rows(), saveOrderRows(app, who, "a file"));
  for await (const { place, problems } of rejected) {
    errors.push(...problems.map((problem) => ({ line: place, ...problem })));
  }
  errors.sort((a, b) => a.line - b.line);
  const { inserted, updated, unchanged } = counts;
  return { inserted, updated, unchanged, errors };
}
