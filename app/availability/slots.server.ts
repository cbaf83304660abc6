import type { Db } from "~/db/open.server";

export async function isSlotOffered(db: Db, therapistId: number, start: number): Promise<boolean> {
  const slot = await db
    .selectFrom("slots")
    .select("start_at")
    .where("therapist_id", "=", therapistId)
    .where("start_at", "=", start)
    .executeTakeFirst();
  return slot !== undefined;
}

export async function listSlots(
  db: Db,
  query: {
    therapistId: number;
    from?: number | undefined;
    to?: number | undefined;
    limit?: number | undefined;
    /** Leaves out slots on closed days and in removed hours that are kept only because of a visit. */
    offeredOnly?: boolean;
  },
): Promise<number[]> {
  let slots = db.selectFrom("slots").select("start_at").where("therapist_id", "=", query.therapistId);
  if (query.offeredOnly) slots = slots.where("left_by", "is", null);
  const rows = await slots
    .where("start_at", ">=", query.from ?? 0)
    .where("start_at", "<", query.to ?? Number.MAX_SAFE_INTEGER)
    .orderBy("start_at")
    .limit(query.limit ?? 100_000)
    .execute();
  return rows.map((row) => row.start_at);
}
