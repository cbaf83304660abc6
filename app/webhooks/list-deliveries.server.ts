import type { Db } from "~/db/open.server";

export type DeliveryEntry = Awaited<ReturnType<typeof listDeliveries>>[number];

/** Lists the newest deliveries first. */
export function listDeliveries(db: Db, endpointId: number, limit = 50) {
  return db
    .selectFrom("webhook_deliveries")
    .select([
      "id",
      "message_id",
      "type",
      "subject",
      "status",
      "attempts",
      "due_at",
      "last_tried_at",
      "http_status",
      "error",
      "created_at",
    ])
    .where("endpoint_id", "=", endpointId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
