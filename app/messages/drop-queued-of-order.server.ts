import type { AppTx } from "~/boot/app.server";
import { dropRow } from "./outbox-rows.server";
import { messageStrings } from "./staff-strings";

/** Drops the order's messages to the patient and the helper that haven't reached a provider yet. */
export async function dropQueuedOfOrder({ trx, app }: AppTx, orderId: number): Promise<void> {
  const rows = await trx
    .selectFrom("outbox")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("status", "in", ["queued", "held"])
    .where("in_doubt", "=", 0)
    .where("recipient", "not in", (eb) => eb.selectFrom("therapists").select("email"))
    .execute();
  for (const row of rows) await dropRow({ trx, app }, row, messageStrings.orderClosed);
}
