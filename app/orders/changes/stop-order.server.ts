import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { operator } from "~/core/who";
import type { Db } from "~/db/open.server";
import { recomputeStep } from "../recompute-step.server";
import { notifyTherapist } from "./notify-therapist.server";
import { stoppedNotice } from "./order-change-notices";

/**
 * The order system has closed or stopped an order. It closes here too, and its live access code ends;
 * where a visit lies ahead the order stays open, and the visit's therapist is told once.
 *
 * @returns whether that is news
 */
export async function stopOrder(trx: Db, app: App, orderId: number): Promise<boolean> {
  const now = app.clock.now();
  const { numUpdatedRows } = await trx
    .updateTable("orders")
    .set({ stopped_at: now, updated_at: now })
    .where("id", "=", orderId)
    .where("stopped_at", "is", null)
    // One that is done here is over there as a matter of course.
    .where("closed_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recomputeStep(trx, orderId, now);
  if (!(await notifyTherapist(trx, app, orderId, stoppedNotice))) {
    await trx
      .updateTable("access_codes")
      .set({ ended_at: now })
      .where("order_id", "=", orderId)
      .where("ended_at", "is", null)
      .execute();
  }
  await logAudit(trx, app, operator, { action: "order.stopped", subject: `order ${orderId}` });
  return true;
}

/**
 * An order goes on in the order system: one that was stopped opens again, unless its visit is completed.
 *
 * @returns whether that is news
 */
export async function resumeOrder(trx: Db, app: App, orderId: number): Promise<boolean> {
  const now = app.clock.now();
  const { numUpdatedRows } = await trx
    .updateTable("orders")
    .set({ stopped_at: null, updated_at: now })
    .where("id", "=", orderId)
    .where("stopped_at", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recomputeStep(trx, orderId, now);
  await logAudit(trx, app, operator, { action: "order.resumed", subject: `order ${orderId}` });
  return true;
}
