import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { standingOf } from "./step";

/**
 * Puts an order into the step it stands in after a change, inside that change's transaction, and
 * keeps the entry with its time. An order whose visit is completed is closed, and so is one that the
 * order system has stopped, once it has no visit ahead.
 *
 * @param now milliseconds UTC
 * @param reachedAt when the step was reached, where that was earlier than now
 */
export async function recomputeStep(trx: Db, orderId: number, now: number, reachedAt = now): Promise<void> {
  const order = await trx
    .selectFrom("orders")
    .leftJoin("link_codes", "link_codes.order_id", "orders.id")
    .select([
      "orders.step",
      "orders.source_step",
      "orders.closed_at",
      "orders.stopped_at",
      "link_codes.sent_at",
    ])
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const visits = await trx
    .selectFrom("visits")
    .select("status")
    .where("order_id", "=", orderId)
    .where("status", "in", [...activeStatuses, "completed"])
    .execute();
  const { step, closed } = standingOf({
    visits: visits.map(({ status }) => status),
    linkSent: order.sent_at !== null,
    sourceStep: order.source_step,
    stopped: order.stopped_at !== null,
    step: order.step,
  });
  if (step === order.step && closed === (order.closed_at !== null)) return;
  const moved = step !== order.step;
  await trx
    .updateTable("orders")
    .set({
      step,
      // One that closes where it stands has been there since it came; one that opens again begins anew.
      ...((moved || !closed) && { step_at: reachedAt }),
      closed_at: closed ? (order.closed_at ?? now) : null,
      updated_at: now,
    })
    .where("id", "=", orderId)
    .execute();
  if (moved) {
    await trx
      .insertInto("order_steps")
      .values({ order_id: orderId, reached_at: reachedAt, step })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
