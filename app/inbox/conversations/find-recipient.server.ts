import type { Db } from "~/db/open.server";

export async function findRecipient(db: Db, orderId: number) {
  const order = await db
    .selectFrom("orders")
    .select(["phone", "patient_id", "brightree_db", "patient_name"])
    .where("id", "=", orderId)
    .executeTakeFirst();
  return order ?? null;
}

export type Recipient = Awaited<ReturnType<typeof findRecipient>>;
