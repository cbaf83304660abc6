import type { Db } from "~/db/open.server";
import { stepOf } from "./step";

/**
 * Puts an order into the step it stands in after a change, inside that change's transaction, and
 * keeps the entry with its time. An order whose visit is completed is closed.
 *
 * @param now milliseconds UTC
 * @param reachedAt when the step was reached, where that was earlier than now
 */
export async function settleStep(trx: Db, orderId: number, now: number, reachedAt = now): Promise<void> {
  const order = await trx
    .selectFrom("orders")
    .leftJoin("link_codes", "link_codes.order_id", "orders.id")
    .select(["orders.step", "orders.source_step", "orders.closed_at", "link_codes.sent_at"])
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const visits = await trx
    .selectFrom("visits")
    .select("status")
    .where("order_id", "=", orderId)
    .where("status", "in", ["submitted", "confirmed", "pending", "completed"])
    .execute();
  const active = visits.find((visit) => visit.status !== "completed");
  const step = stepOf(active?.status ?? null, order.sent_at !== null, order.source_step);
  const completed = !active && visits.length > 0;
  if (completed) {
    if (order.closed_at === null) {
      await trx
        .updateTable("orders")
        .set({ closed_at: now, updated_at: now })
        .where("id", "=", orderId)
        .execute();
    }
    return;
  }
  if (step === order.step && order.closed_at === null) return;
  await trx
    .updateTable("orders")
    .set({ step, step_at: reachedAt, updated_at: now, closed_at: null })
    .where("id", "=", orderId)
    .execute();
  if (step !== order.step) {
    await trx
      .insertInto("order_steps")
      .values({ order_id: orderId, reached_at: reachedAt, step })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
