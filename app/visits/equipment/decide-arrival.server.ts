import { logAudit } from "~/audit/log-audit.server";
import type { Tx } from "~/boot/app.server";
import { activeStatuses } from "~/core/visit-status";
import type { Staff } from "~/core/who";
import { decideDelivery } from "~/equipment/report-arrival.server";

/**
 * Saves what staff decided after the patient and another source disagreed: the equipment is there, or the reported
 * delivery hasn't come. What the sources said stays on file.
 */
export async function decideArrival(
  { trx, app, who }: Tx<Staff>,
  orderId: number,
  hasArrived: boolean,
): Promise<void> {
  await decideDelivery({ trx, app }, orderId, { arrived: hasArrived, by: `user ${who.userId}` });
  if (hasArrived) {
    await trx
      .updateTable("visits")
      .set({ equipment_missing_at: null })
      .where("order_id", "=", orderId)
      .where("status", "in", activeStatuses)
      .execute();
  }
  await logAudit({ trx, app, who }, "order.equipment-changed", `order ${orderId}`);
}
