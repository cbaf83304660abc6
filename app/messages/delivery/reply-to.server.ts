import { ordersWithCompany } from "~/company/orders-with-company.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

/** The reply-to address of an email to a patient. Only messages to patients have a language. */
export async function findReplyTo(
  db: Db,
  { order_id: orderId, language }: Pick<Row<"outbox">, "order_id" | "language">,
): Promise<string | undefined> {
  if (orderId === null || language === null) return undefined;
  const company = await ordersWithCompany(db)
    .select("companies.reply_to")
    .where("orders.id", "=", orderId)
    .executeTakeFirst();
  return company?.reply_to ?? undefined;
}
