import { endSessionsOfHelper } from "~/accounts/sessions.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx, Tx } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { dropRow } from "~/messages/outbox-rows.server";
import { requireVisibleOrder } from "../visible-orders.server";
import { findHelper, type Helper, refuseHelper } from "./find-helper.server";

/** Ends the helper's link and sessions. Does nothing if the order has no helper. @throws Refusal */
export function removeHelper(app: App, who: Who, orderId: number): Promise<void> {
  refuseHelper(who);
  return app.db.transaction().execute(async (trx) => {
    await requireVisibleOrder(trx, who, orderId);
    await removeWithin({ trx, app, who }, orderId);
  });
}

/** Does the same as `removeHelper`, inside the caller's transaction. */
export async function removeWithin({ trx, app, who }: Tx, orderId: number): Promise<void> {
  const helper = await endHelper({ trx, app, who }, orderId);
  if (helper) await dropUnsent({ trx, app }, helper);
}

/** Ends the helper's link and sessions, but keeps their queued messages. @returns the helper, if there was one */
export async function endHelper({ trx, app, who }: Tx, orderId: number): Promise<Helper | null> {
  const helper = await findHelper(trx, orderId);
  if (!helper) return null;
  await trx.updateTable("helpers").set({ removed_at: app.clock.now() }).where("id", "=", helper.id).execute();
  await endSessionsOfHelper(trx, helper.id);
  await logAudit({ trx, app, who }, "helper.removed", `order ${orderId}`, { helper: helper.id });
  return helper;
}

async function dropUnsent({ trx, app }: AppTx, { order_id, phone, email }: Helper): Promise<void> {
  const rows = await trx
    .selectFrom("outbox")
    .selectAll()
    .where(
      "recipient",
      "in",
      [phone, email].filter((address) => address !== null),
    )
    .where("order_id", "=", order_id)
    .where("status", "in", ["held", "queued"])
    .execute();
  for (const row of rows) await dropRow({ trx, app }, row, "The helper was removed.");
}
