import type { Db } from "~/db/open.server";

/** Tells whether a therapist has a calendar day off, by another batch than the one left out. */
export async function isDayOff(db: Db, therapistId: number, leftOut = 0): Promise<(date: string) => boolean> {
  const days = await db
    .selectFrom("days_off")
    .select(["from_date", "to_date"])
    .where("therapist_id", "=", therapistId)
    .where("batch_id", "<>", leftOut)
    .execute();
  return (date) => days.some((off) => off.from_date <= date && date <= off.to_date);
}
