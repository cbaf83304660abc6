import type { Db } from "~/db/open.server";

export async function isDayOff(db: Db, therapistId: number): Promise<(date: string) => boolean> {
  const days = await db
    .selectFrom("days_off")
    .select(["from_date", "to_date"])
    .where("therapist_id", "=", therapistId)
    .execute();
  return (date) => days.some((off) => off.from_date <= date && date <= off.to_date);
}
