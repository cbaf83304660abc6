import { logAudit } from "~/audit/log-audit.server";
import type { AppTx } from "~/boot/app.server";
import { operator } from "~/core/who";
import { endNightsOfClosedOrder } from "~/nights/first-nights.server";
import { recomputeStep } from "../recompute-step.server";
import { notifyTherapist } from "./notify-therapist.server";

/** Stops an order and ends its first 90 nights. It stays open while it has an upcoming visit. @returns true if it changed */
export async function stopOrder({ trx, app }: AppTx, orderId: number): Promise<boolean> {
  const now = app.clock.now();
  const { numUpdatedRows } = await trx
    .updateTable("orders")
    .set({ stopped_at: now, updated_at: now })
    .where("id", "=", orderId)
    .where("stopped_at", "is", null)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recomputeStep(trx, orderId, now);
  if (!(await notifyTherapist({ trx, app }, orderId, "order-stopped"))) {
    await trx
      .updateTable("access_codes")
      .set({ ended_at: now })
      .where("order_id", "=", orderId)
      .where("ended_at", "is", null)
      .execute();
  }
  const order = await trx
    .selectFrom("orders")
    .select(["id", "brightree_db", "patient_id"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  await endNightsOfClosedOrder({ trx, app, who: operator }, order, "order_closed");
  await logAudit({ trx, app, who: operator }, "order.stopped", `order ${orderId}`);
  return true;
}

/** Reopens a stopped order unless its visit is completed. @returns true if it changed */
export async function resumeOrder({ trx, app }: AppTx, orderId: number): Promise<boolean> {
  const now = app.clock.now();
  const { numUpdatedRows } = await trx
    .updateTable("orders")
    .set({ stopped_at: null, updated_at: now })
    .where("id", "=", orderId)
    .where("stopped_at", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recomputeStep(trx, orderId, now);
  await logAudit({ trx, app, who: operator }, "order.resumed", `order ${orderId}`);
  return true;
}
