import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { ImportCounts, OrderRow, RowProblem } from "./order-row";
import { upsertOrders } from "./upsert-orders.server";

/** An order, or the problems that prevent its import. `place` is its line, index, or number in the source. */
export type ReadOrder<Place, Order = OrderRow> =
  | { place: Place; order: Order }
  | { place: Place; problems: RowProblem[] };

export type WriteOutcome = keyof ImportCounts | "outside" | RowProblem;

type SaveBatch<Order> = (trx: Db, orders: readonly Order[]) => Promise<WriteOutcome[]>;

const rowsPerBatch = 40;

/** Saves orders in batches, and passes those with problems to `reject`. @returns the number with each outcome */
export async function writeOrders<Place, Order>(
  app: App,
  orders: AsyncIterable<ReadOrder<Place, Order>>,
  save: SaveBatch<Order>,
  reject: (place: Place, problems: RowProblem[]) => unknown,
  batchSize = rowsPerBatch,
) {
  const counts = { inserted: 0, updated: 0, unchanged: 0, outside: 0 };
  let batch: { place: Place; order: Order }[] = [];
  const saveBatch = async () => {
    if (batch.length === 0) return;
    await yieldToEventLoop();
    const given = batch.map(({ order }) => order);
    const outcomes = await app.db.transaction().execute((trx) => save(trx, given));
    for (const [index, { place }] of batch.entries()) {
      const outcome = outcomes[index] ?? "unchanged";
      if (typeof outcome === "object") await reject(place, [outcome]);
      else counts[outcome] += 1;
    }
    batch = [];
  };
  for await (const read of orders) {
    if ("problems" in read) await reject(read.place, read.problems);
    else if (batch.push(read) === batchSize) await saveBatch();
  }
  await saveBatch();
  return counts;
}

/** @param source for the audit log, like "a file" */
export const saveOrderRows =
  (app: App, who: Who, source: string): SaveBatch<OrderRow> =>
  async (trx, rows) => {
    const outcomes = await upsertOrders(trx, app.clock.now(), rows);
    const all = [...outcomes.values()];
    const count = (kind: keyof ImportCounts) => all.filter((outcome) => outcome === kind).length;
    const counts = { inserted: count("inserted"), updated: count("updated"), unchanged: count("unchanged") };
    if (counts.inserted + counts.updated > 0) {
      await logAudit(trx, app, who, "orders.imported", null, { from: source, ...counts });
    }
    return rows.map((row) => outcomes.get(row) ?? "unchanged");
  };
