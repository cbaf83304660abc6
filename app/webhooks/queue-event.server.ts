import { newLinkCode } from "~/core/secrets.server";
import { iso } from "~/core/time";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { queueFirstOfSubject, webhookQueue } from "./delivery/delivery-queue.server";
import type { WebhookEvent } from "./webhook-events";

export interface QueuedEvent {
  type: WebhookEvent;
  /** A database of the order system. The database's company gets the event. */
  database: string;
  /** Events with the same subject, such as "visit 12", are delivered in order. */
  subject: string;
  at: number;
  /** Contains only IDs and times, no names or phone numbers. */
  data: Record<string, unknown>;
}

const endpointsOf = prepared((db, { database }: { database: string }) =>
  db
    .selectFrom("webhook_endpoints")
    .innerJoin("databases", "databases.company_id", "webhook_endpoints.company_id")
    .select(["webhook_endpoints.id", "webhook_endpoints.events"])
    .where("databases.name", "=", database)
    .where("webhook_endpoints.off_at", "is", null),
);

/** Writes one delivery for each of the company's endpoints, inside the transaction of the change. */
export async function queueEvent(trx: Db, { type, database, subject, at, data }: QueuedEvent): Promise<void> {
  const endpoints = await endpointsOf(trx, { database });
  const chosen = endpoints.filter(({ events }) => (JSON.parse(events) as string[]).includes(type));
  if (chosen.length === 0) return;
  const message_id = newMessageId();
  const payload = payloadOf(type, at, data);
  for (const { id } of chosen) {
    await trx
      .insertInto("webhook_deliveries")
      .values({
        endpoint_id: id,
        message_id,
        type,
        subject,
        payload,
        status: "waiting",
        created_at: at,
      })
      .execute();
    await queueFirstOfSubject(trx, at, webhookQueue, { key: id, subject });
  }
}

export const newMessageId = () => `msg_${newLinkCode()}`;

export const payloadOf = (type: string, at: number, data: Record<string, unknown>): string =>
  JSON.stringify({ type, timestamp: iso(at), data });
