import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { requireVisibleOrder } from "../visible-orders.server";

/** Urgent orders get offers of earlier times first. @throws Refusal "missing" without access to the order */
export function markUrgent(
  app: App,
  who: Who,
  { id, urgent }: { id: number; urgent: boolean },
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    await requireVisibleOrder(trx, who, id);
    const { numUpdatedRows } = await trx
      .updateTable("orders")
      .set({ urgent: Number(urgent) })
      .where("id", "=", id)
      .where("urgent", "=", Number(!urgent))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await logAudit(
      { trx, app, who },
      urgent ? "order.marked-urgent" : "order.marked-not-urgent",
      `order ${id}`,
    );
  });
}
