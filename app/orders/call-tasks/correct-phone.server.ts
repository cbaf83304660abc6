import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { CorrectPhone } from "./call-task-schema";
import { findCallTask } from "./call-tasks.server";
import { openCallTask } from "./open-call-task.server";

/** Saves the patient's correct number and opens a new call task. @returns the task's ID */
export function correctPhone(app: App, who: Staff, { id, phone }: CorrectPhone): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    const task = await findCallTask(trx, id);
    if (task.phone === phone) {
      throw invalidField("phone", "This number is already on file. Enter a different one.");
    }
    await trx
      .updateTable("orders")
      .set({ phone, updated_at: app.clock.now() })
      .where("id", "=", task.order_id)
      .execute();
    await logAudit(trx, app, who, "order.phone-changed", `order ${task.order_id}`);
    const { order_id: orderId, visit_id: visitId, reason } = task;
    return openCallTask(trx, app, who, { orderId, visitId, reason });
  });
}
