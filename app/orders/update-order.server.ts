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
    return otherPatient(row);
  }
  const changes = changesOf(order, row);
  const step = row.step ?? order.source_step;
  const hasMoved = step !== order.source_step;
  const reachedAt = row.step_reached_at ?? (hasMoved ? now : order.source_step_at);
  const hasNewTime = reachedAt !== order.source_step_at;
  if (!hasMoved && !hasNewTime && Object.keys(changes).length === 0) return "unchanged";
  const isCorrection = hasNewTime && !hasMoved && order.step === step;
  await trx
    .updateTable("orders")
    .set({
      ...changes,
      source_step: step,
      source_step_at: reachedAt,
      ...(isCorrection && { step_at: reachedAt }),
      updated_at: now,
    })
    .where("id", "=", order.id)
    .execute();
  if (isCorrection) await correctStepTime(trx, order, reachedAt);
  if (hasMoved || hasNewTime) await recomputeStep(trx, order.id, now, reachedAt);
  return "updated";
}

export const otherPatient = (row: OrderRow): RowProblem => ({
  field: "patient_id",
  error: `Order ${row.sales_order_no} belongs to another patient.`,
});

export function changesOf(order: Order, row: OrderRow): Partial<Order> {
  const keepsPhone = row.phoneIsSecond === true && order.phone !== null;
  const changed = givenColumns.filter(
    (column) =>
      row[column] !== undefined &&
      row[column] !== order[column] &&
      !(keepsPhone && (column === "phone" || column === "phone_ext")),
  );
  const changes: Partial<Order> = Object.fromEntries(changed.map((column) => [column, row[column]]));
  // The old number's extension doesn't belong to a new number.
  const hadExtension = order.phone_ext !== null && row.phone_ext === undefined;
  if (changes.phone !== undefined && hadExtension) changes.phone_ext = null;
  return changes;
}

async function correctStepTime(trx: Db, { id, step, source_step_at }: Order, reachedAt: number) {
  await trx
    .deleteFrom("order_steps")
    .where("order_id", "=", id)
    .where("step", "=", step)
    .where("reached_at", "=", source_step_at)
    .execute();
  await trx
    .insertInto("order_steps")
    .values({ order_id: id, reached_at: reachedAt, step })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
