import * as z from "zod";
import type { App } from "~/boot/app.server";
import { languageCodes } from "~/core/language/languages";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import { api, method } from "~/http/api.server";
import { orderRow, problemsOf, type RowProblem, withExtension } from "../order-row";
import { type ReadOrder, saveOrderRows, writeOrders } from "../write-orders.server";

const rowsPerStep = 50;

const atMost = 500;

const count = z.number().int();

export const { loader, action } = api({
  PUT: method({
    summary: `Import up to ${atMost} orders with an integration key. The fields are the columns of the CSV file. \`language\` is ${languageCodes.join(" or ")}, \`interpreter\` is a language or ASL, and an empty value in either one removes the saved value`,
    allow: ["integration", "admin"],
    input: z.object({
      orders: z
        .array(z.unknown(), "orders must be a list.")
        .max(atMost, `Send at most ${atMost} orders per request.`),
    }),
    output: z.object({
      ok: z.literal(true),
      inserted: count,
      updated: count,
      unchanged: count,
      errors: z.array(z.object({ index: count, field: z.string(), error: z.string() })),
    }),
    run: async ({ app, who, input }) => ({
      ok: true as const,
      ...(await upsertOrdersFromApi(app, who, input.orders)),
    }),
  }),
});

/** Saves the valid orders and lists the problems with the others by index and field. */
export async function upsertOrdersFromApi(app: App, who: Who, orders: readonly unknown[]) {
  const errors: (RowProblem & { index: number })[] = [];
  const left = new Set<number>();
  const { inserted, updated, unchanged } = await writeOrders(
    app,
    checkOrders(orders, app.clock.now()),
    saveOrderRows(app, who, "the API"),
    {
      report(index, problems, isSaved) {
        errors.push(...problems.map(({ field, error }) => ({ index, field, error })));
        if (!isSaved) left.add(index);
      },
    },
  );
  errors.sort((a, b) => a.index - b.index);
  const result = { inserted, updated, unchanged, errors };
  if (orders.length > 0 && left.size === orders.length) {
    throw new Refusal("invalid", "None of these orders could be imported.", { extra: result });
  }
  return result;
}

async function* checkOrders(orders: readonly unknown[], now: number): AsyncGenerator<ReadOrder<number>> {
  const schema = orderRow(now);
  for (const [place, order] of orders.entries()) {
    if (place % rowsPerStep === rowsPerStep - 1) await yieldToEventLoop();
    const isObject = typeof order === "object" && order !== null;
    const { row, problems } = isObject ? withExtension({ ...order }) : { row: order, problems: [] };
    const parsed = schema.safeParse(row);
    if (parsed.success) yield { place, order: parsed.data, problems };
    else yield { place, problems: problemsOf(parsed.error) };
  }
}
