import { endSessionsOfOrder } from "~/accounts/sessions.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { removeWithin } from "../helper/remove-helper.server";
import { recomputeStep } from "../recompute-step.server";
import { replaceLinkCode } from "./link-code.server";
import { endOffersOfOrder } from "./send-code.server";

/** Ends all access to a patient's orders in one database. @throws Refusal "missing" */
export function revokeAccess(
  app: App,
  who: Who,
  patient: { patient_id: number; brightree_db: string },
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const orders = await trx
      .selectFrom("orders")
      .select("id")
      .where("patient_id", "=", patient.patient_id)
      .where("brightree_db", "=", patient.brightree_db)
      .execute();
    if (orders.length === 0) throw new Refusal("missing", "Order not found.");
    for (const { id } of orders) {
      await endAccess({ trx, app, who }, id);
      await recomputeStep(trx, id, app.clock.now());
      await logAudit({ trx, app, who }, "access.revoked", `order ${id}`);
    }
  });
}

/** Ends codes, links, offers, and sessions, including the helper's. The caller must then recompute the step. */
export async function endAccess({ trx, app, who }: Tx, orderId: number): Promise<void> {
  await removeWithin({ trx, app, who }, orderId);
  await endPatientAccess({ trx, app }, orderId);
}

/** Ends the patient's codes, link, offers, and sessions. The caller must then recompute the step. */
export async function endPatientAccess({ trx, app }: AppTx, orderId: number): Promise<void> {
  const codes = trx.updateTable("access_codes").where("order_id", "=", orderId);
  await codes.set({ ended_at: app.clock.now() }).where("ended_at", "is", null).execute();
  await codes.set({ used_by: null }).where("used_by", "is not", null).execute();
  await replaceLinkCode({ trx, app }, orderId);
  await endOffersOfOrder({ trx, app }, orderId);
  await endSessionsOfOrder(trx, orderId);
}
