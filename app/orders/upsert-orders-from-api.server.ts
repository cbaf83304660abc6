import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import { orderRow, problemsOf, type RowProblem } from "./order-row";
import { type ReadOrder, saveOrderRows, writeOrders } from "./write-orders.server";

const rowsPerStep = 50;

/** Saves the valid orders and lists the problems with the others by index and field. */
export async function upsertOrdersFromApi(app: App, who: Who, orders: readonly unknown[]) {
  const errors: (RowProblem & { index: number })[] = [];
  const { inserted, updated, unchanged } = await writeOrders(
    app,
    checkOrders(orders, app.clock.now()),
    saveOrderRows(app, who, "the API"),
    (index, problems) => errors.push(...problems.map((problem) => ({ index, ...problem }))),
  );
  errors.sort((a, b) => a.index - b.index);
  const result = { inserted, updated, unchanged, errors };
  if (orders.length > 0 && new Set(errors.map(({ index }) => index)).size === orders.length) {
    throw new Refusal("invalid", "None of these orders could be imported.", { extra: result });
  }
  return result;
}

async function* checkOrders(orders: readonly unknown[], now: number): AsyncGenerator<ReadOrder<number>> {
  const schema = orderRow(now);
  for (const [place, order] of orders.entries()) {
    if (place % rowsPerStep === rowsPerStep - 1) await yieldToEventLoop();
    const parsed = schema.safeParse(order);
    if (parsed.success) yield { place, order: parsed.data };
    else yield { place, problems: problemsOf(parsed.error) };
  }
}
