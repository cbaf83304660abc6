import type { Db } from "~/db/open.server";
import type { Offered } from "./offer-by-hand.server";

export async function describeOffered(db: Db, { sent, leftOut }: Offered) {
  const rows = await db
    .selectFrom("orders")
    .select(["id", "patient_id as patientId", "patient_name as patientName"])
    .where(
      "id",
      "in",
      leftOut.map(({ orderId }) => orderId),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    sent: sent.length,
    leftOut: leftOut.flatMap(({ orderId, obstacle }) => {
      const row = byId.get(orderId);
      return row ? { ...row, obstacle } : [];
    }),
  };
}

export type OfferResult = Awaited<ReturnType<typeof describeOffered>>;
