import { sql } from "kysely";
import { iso } from "~/core/time";
import { activeStatuses, isActive } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { queueOrderEvent } from "./queue-order-event.server";
import { steps } from "./step";

/** Updates the step of an order after a change. @param reachedAt the time of the change, if earlier than `now` */
export async function recomputeStep(trx: Db, orderId: number, now: number, reachedAt = now): Promise<void> {
  const order = await trx
    .selectFrom("orders")
    .leftJoin("link_codes", "link_codes.order_id", "orders.id")
    .select((order) => [
      "orders.brightree_db",
      "orders.patient_id",
      "orders.sales_order_no",
      "orders.step",
      "orders.source_step",
      "orders.closed_at",
      "orders.stopped_at",
      "orders.staff_closed_at",
      "link_codes.sent_at",
      order
        .selectFrom("visits")
        .select(sql<string>`json_group_array(status)`.as("statuses"))
        .whereRef("visits.order_id", "=", "orders.id")
        .where("visits.status", "in", [...activeStatuses, "completed", "no show"])
        .as("visits"),
    ])
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const { step, closed } = decideStep({
    visits: JSON.parse(order.visits ?? "[]") as string[],
    linkSent: order.sent_at !== null,
    sourceStep: order.source_step,
    stopped: order.stopped_at !== null || order.staff_closed_at !== null,
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
    await queueOrderEvent(
      trx,
      now,
      { id: orderId, ...order },
      {
        type: "order.step_changed",
        step,
        previous_step: order.step,
        reached_at: iso(reachedAt),
      },
    );
  }
}

export interface OrderState {
  visits: readonly string[];
  linkSent: boolean;
  /** The order system's step, 1 to 4. */
  sourceStep: number;
  /** True if the order is closed by staff, or closed or stopped in the order system. */
  stopped: boolean;
  step: number;
}

/**
 * An active visit decides the step, or else a link that was sent, or else the order system. An active visit also
 * keeps the order open, and a completed one closes it. After a no-show, the patient has to choose a time again.
 */
export function decideStep({ visits, linkSent, sourceStep, stopped, step }: OrderState) {
  const active = visits.find(isActive);
  if (active) return { step: active === "confirmed" ? steps.confirmed : steps.submitted, closed: false };
  if (visits.includes("completed")) return { step, closed: true };
  return { step: linkSent || visits.includes("no show") ? steps.linkSent : sourceStep, closed: stopped };
}
