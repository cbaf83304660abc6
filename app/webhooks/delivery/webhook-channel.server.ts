import type { Endpoint } from "../endpoints.server";
import type { DeliveryChannel } from "./delivery-loop.server";
import { webhookQueue } from "./delivery-queue.server";
import { sendEvent } from "./sign-and-send-event.server";

const gone = 410;

/** Sends the events of a company to other systems. A response of 410 turns the endpoint off. */
export const webhookChannel: DeliveryChannel<Endpoint> = {
  name: "webhook",
  queue: webhookQueue,
  keyOf: ({ id }) => id,
  listDue: (db, now) =>
    db
      .selectFrom("webhook_endpoints")
      .selectAll()
      .where("off_at", "is", null)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("webhook_deliveries")
            .select("webhook_deliveries.id")
            .whereRef("webhook_deliveries.endpoint_id", "=", "webhook_endpoints.id")
            .where("webhook_deliveries.due_at", "<=", now),
        ),
      )
      .execute(),
  attempt: (app, { delivery: { message_id: messageId, payload }, recipient }, stop) =>
    sendEvent(app, recipient, { messageId, payload }, stop),
  async afterAttempt(trx, { delivery, recipient }, { status: http_status }, now) {
    await trx.updateTable("webhook_deliveries").set({ http_status }).where("id", "=", delivery.id).execute();
    if (http_status !== gone) return;
    await trx
      .updateTable("webhook_endpoints")
      .set({ off_at: now })
      .where("id", "=", recipient.id)
      .where("off_at", "is", null)
      .execute();
  },
};
