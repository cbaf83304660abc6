import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { queueEvent } from "~/webhooks/queue-event.server";
import type { WebhookEvent } from "~/webhooks/webhook-events";

type OrderEvent = Extract<WebhookEvent, `order.${string}`>;

/** Queues a webhook event about an order, in the transaction of the change. @param at in ms UTC */
export function queueOrderEvent(
  trx: Db,
  at: number,
  order: Pick<Row<"orders">, "id" | "brightree_db" | "patient_id" | "sales_order_no">,
  { type, ...more }: { type: OrderEvent } & Record<string, unknown>,
): Promise<void> {
  const { id, brightree_db, patient_id, sales_order_no } = order;
  return queueEvent(trx, {
    type,
    database: brightree_db,
    subject: `order ${id}`,
    at,
    data: { order_id: id, brightree_db, patient_id, sales_order_no, ...more },
  });
}
