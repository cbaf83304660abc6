import type { Db } from "~/db/open.server";
import { queueEvent } from "~/webhooks/queue-event.server";

/** Queues one event for each patient with this phone number, for companies with a webhook. */
export async function queueConsentEvent(
  trx: Db,
  at: number,
  { phone, granted }: { phone: string; granted: boolean },
): Promise<void> {
  const patients = await trx
    .selectFrom("webhook_endpoints")
    .innerJoin("databases", "databases.company_id", "webhook_endpoints.company_id")
    .innerJoin("orders", "orders.brightree_db", "databases.name")
    .select(["orders.brightree_db", "orders.patient_id"])
    .distinct()
    .where("orders.phone", "=", phone)
    .execute();
  for (const { brightree_db, patient_id } of patients) {
    await queueEvent(trx, {
      type: "consent.changed",
      database: brightree_db,
      subject: `consent ${brightree_db} ${patient_id}`,
      at,
      data: { brightree_db, patient_id, granted },
    });
  }
}
