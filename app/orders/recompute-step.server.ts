import { iso } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { queueEvent } from "~/webhooks/queue-event.server";
import { decideStep } from "./decide-step";

/** Updates the step of an order after a change. @param reachedAt the time of the change, if earlier than `now` */
export async function recomputeStep(trx: Db, orderId: number, now: number, reachedAt = now): Promise<void> {
  const order = await trx
    .selectFrom("orders")
    .leftJoin("link_codes", "link_codes.order_id", "orders.id")
    .select([
      "orders.brightree_db",
      "orders.patient_id",
      "orders.sales_order_no",
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
    .where("status", "in", [...activeStatuses, "completed", "no show"])
    .execute();
  const { step, closed } = decideStep({
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
      // Closing keeps the start time of the step. Reopening restarts it.
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
    const { brightree_db, patient_id, sales_order_no } = order;
    await queueEvent(trx, {
      type: "order.step_changed",
      database: brightree_db,
      subject: `order ${orderId}`,
      at: now,
      data: {
        ...{ order_id: orderId, brightree_db, patient_id, sales_order_no },
        ...{ step, previous_step: order.step, reached_at: iso(reachedAt) },
      },
    });
  }
}
