import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import { type ImportCounts, orderRow, problemsOf, type RowProblem } from "./order-row";
import { OrderWriter } from "./order-writer.server";

interface Put extends ImportCounts {
  errors: (RowProblem & { index: number })[];
}

// Checking a bad row takes up to 0.1 ms.
const rowsInATurn = 50;

/**
 * Takes orders in as another system sends them. Bad ones are told by index and field while the good
 * ones go in; sending the same again changes nothing.
 *
 * @throws Refusal "invalid" where all are bad, with the same members as the answer
 */
export async function upsertOrdersFromApi(app: App, who: Who, orders: readonly unknown[]): Promise<Put> {
  const errors: Put["errors"] = [];
  const writer = new OrderWriter<number>(app, who, "the API", (index, problem) =>
    errors.push({ index, ...problem }),
  );
  const schema = orderRow(app.clock.now());
  for (const [index, order] of orders.entries()) {
    if (index % rowsInATurn === rowsInATurn - 1) await yieldToEventLoop();
    const parsed = schema.safeParse(order);
    if (parsed.success) await writer.add({ place: index, row: parsed.data });
    else errors.push(...problemsOf(parsed.error).map((problem) => ({ index, ...problem })));
  }
  await writer.flush();
  errors.sort((a, b) => a.index - b.index);
  const answer = { ...writer.tally, errors };
  if (orders.length > 0 && new Set(errors.map(({ index }) => index)).size === orders.length) {
    throw new Refusal("invalid", "None of these orders could be taken in.", { extra: { ...answer } });
  }
  return answer;
}
