import type { Db } from "~/db/open.server";
import type { Order } from "./match-orders.server";
import { givenColumns, type OrderRow, type RowProblem } from "./order-row";
import { recomputeStep } from "./recompute-step.server";

export async function updateOrder(
  trx: Db,
  now: number,
  order: Order,
  row: OrderRow,
): Promise<"updated" | "unchanged" | RowProblem> {
  if (order.patient_id !== row.patient_id) {
    return { field: "patient_id", error: `Order ${row.sales_order_no} belongs to another patient.` };
  }
  const changes = changesOf(order, row);
  const moved = row.step !== undefined && row.step !== order.source_step;
  const reachedAt = row.step_reached_at ?? (moved ? now : order.source_step_at);
  if (Object.keys(changes).length > 0) {
    await trx
      .updateTable("orders")
      .set({ ...changes, updated_at: now })
      .where("id", "=", order.id)
      .execute();
  }
  if (moved || reachedAt !== order.source_step_at) {
    await moveSource(trx, now, order, row.step ?? order.source_step, reachedAt);
  } else if (Object.keys(changes).length === 0) {
    return "unchanged";
  }
  return "updated";
}

function changesOf(order: Order, row: OrderRow): Partial<Order> {
  const changed = givenColumns.filter((column) => row[column] !== undefined && row[column] !== order[column]);
  return Object.fromEntries(changed.map((column) => [column, row[column]]));
}

async function moveSource(
  trx: Db,
  now: number,
  order: Order,
  step: number,
  reachedAt: number,
): Promise<void> {
  await trx
    .updateTable("orders")
    .set({ source_step: step, source_step_at: reachedAt, updated_at: now })
    .where("id", "=", order.id)
    .execute();
  const isCorrection = step === order.source_step && order.step === order.source_step;
  if (isCorrection) {
    await trx.updateTable("orders").set({ step_at: reachedAt }).where("id", "=", order.id).execute();
    await trx
      .deleteFrom("order_steps")
      .where("order_id", "=", order.id)
      .where("step", "=", step)
      .where("reached_at", "=", order.source_step_at)
      .execute();
    await trx
      .insertInto("order_steps")
      .values({ order_id: order.id, reached_at: reachedAt, step })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await recomputeStep(trx, order.id, now, reachedAt);
}
