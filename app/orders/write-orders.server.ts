import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { saveShipment, shipmentFactsIn } from "~/equipment/save-shipment.server";
import { resumeOrder, stopOrder } from "./changes/stop-order.server";
import type { ImportCounts, OrderRow, RowProblem } from "./order-row";
import { upsertOrders } from "./upsert-orders.server";

/**
 * An order, perhaps with problems of values that were left out, or only the problems that prevent its import. `place` is
 * its line, index, or number in the source.
 */
export type ReadOrder<Place, Order = OrderRow> =
  | { place: Place; order: Order; problems?: RowProblem[] }
  | { place: Place; problems: RowProblem[] };

export type WriteOutcome = keyof ImportCounts | "outside" | RowProblem;

type SaveBatch<Order> = (trx: Db, orders: readonly Order[]) => Promise<WriteOutcome[]>;

const rowsPerBatch = 40;

/**
 * Saves orders in batches, and passes those with problems to `report`. @returns the number with each outcome
 * @param report gets `isSaved` if the order was saved without the values that have problems
 */
export async function writeOrders<Place, Order>(
  app: App,
  orders: AsyncIterable<ReadOrder<Place, Order>>,
  save: SaveBatch<Order>,
  {
    report,
    batchSize = rowsPerBatch,
  }: { report: (place: Place, problems: RowProblem[], isSaved: boolean) => unknown; batchSize?: number },
) {
  const counts = { inserted: 0, updated: 0, unchanged: 0, outside: 0 };
  let batch: { place: Place; order: Order; problems?: RowProblem[] }[] = [];
  const saveBatch = async () => {
    if (batch.length === 0) return;
    await yieldToEventLoop();
    const given = batch.map(({ order }) => order);
    const outcomes = await app.db.transaction().execute((trx) => save(trx, given));
    for (const [index, { place, problems = [] }] of batch.entries()) {
      const outcome = outcomes[index] ?? "unchanged";
      if (typeof outcome === "object") {
        await report(place, [outcome, ...problems], false);
        continue;
      }
      counts[outcome] += 1;
      if (problems.length > 0) await report(place, problems, true);
    }
    batch = [];
  };
  for await (const read of orders) {
    if (!("order" in read)) await report(read.place, read.problems, false);
    else if (batch.push(read) === batchSize) await saveBatch();
  }
  await saveBatch();
  return counts;
}

/** How orders got here, for the audit log. */
type OrderSource = "the API" | "an upload" | "a file";

export const saveOrderRows =
  (app: App, who: Who, source: OrderSource): SaveBatch<OrderRow> =>
  async (trx, rows) => {
    const outcomes = await upsertOrders(trx, app.clock.now(), rows);
    for (const [row, outcome] of outcomes) {
      if (outcome === "unchanged" && (await followStatus({ trx, app }, row))) outcomes.set(row, "updated");
      else if (outcome === "updated") await followStatus({ trx, app }, row);
      if (typeof outcome === "string" && (await saveEquipment({ trx, app }, row, source))) {
        if (outcomes.get(row) === "unchanged") outcomes.set(row, "updated");
      }
    }
    const all = [...outcomes.values()];
    const count = (kind: keyof ImportCounts) => all.filter((outcome) => outcome === kind).length;
    const counts = { inserted: count("inserted"), updated: count("updated"), unchanged: count("unchanged") };
    if (counts.inserted + counts.updated > 0) {
      await logAudit({ trx, app, who }, "orders.imported", null, { from: source, ...counts });
    }
    return rows.map((row) => outcomes.get(row) ?? "unchanged");
  };

/** Saves what the row says of the order's shipment. @returns true if it changed */
async function saveEquipment({ trx, app }: AppTx, row: OrderRow, source: OrderSource): Promise<boolean> {
  const facts = shipmentFactsIn(row);
  const order = facts && (await findNumbered(trx, row));
  if (!order) return false;
  return saveShipment({ trx, app }, order.id, facts, {
    source: source === "the API" ? "api" : "import",
    by: source,
  });
}

const findNumbered = (trx: Db, row: OrderRow) =>
  trx
    .selectFrom("orders")
    .select("id")
    .where("brightree_db", "=", row.brightree_db)
    .where("sales_order_no", "=", row.sales_order_no)
    .executeTakeFirst();

/** Stops or resumes an order by the status in its source. @returns true if it changed */
async function followStatus({ trx, app }: AppTx, row: OrderRow): Promise<boolean> {
  if (row.order_status === undefined) return false;
  const order = await findNumbered(trx, row);
  if (!order) return false;
  return row.order_status === "over"
    ? stopOrder({ trx, app }, order.id)
    : resumeOrder({ trx, app }, order.id);
}
