import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { RowProblem } from "../order-row";
import { type ReadOrder, saveOrderRows, writeOrders } from "../write-orders.server";
import { orderFileRows } from "./order-rows.server";

interface LineProblem extends RowProblem {
  line: number;
}

export async function importOrders(app: App, who: Who, file: AsyncIterable<Uint8Array | string>) {
  const errors: LineProblem[] = [];
  async function* rows(): AsyncGenerator<ReadOrder<number>> {
    for await (const read of orderFileRows(file, app.clock.now())) {
      if (!("header" in read || "skipped" in read)) yield { place: read.line, ...read };
    }
  }
  const { inserted, updated, unchanged } = await writeOrders(app, rows(), saveOrderRows(app, who, "a file"), {
    report: (line, problems) => errors.push(...problems.map(({ field, error }) => ({ line, field, error }))),
  });
  errors.sort((a, b) => a.line - b.line);
  return { inserted, updated, unchanged, errors };
}
