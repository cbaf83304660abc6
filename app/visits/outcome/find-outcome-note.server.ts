import type { Db } from "~/db/open.server";

/** Staff's note about how a visit ended. Patients never read it. */
export async function findOutcomeNote(db: Db, visitId: number): Promise<string | null> {
  const { outcome_note } = await db
    .selectFrom("visits")
    .select("outcome_note")
    .where("id", "=", visitId)
    .executeTakeFirstOrThrow();
  return outcome_note;
}
