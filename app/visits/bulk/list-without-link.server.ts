import type { Db } from "~/db/open.server";
import { asksForLink, type Visit } from "../visit";

/** Lists the visits that can't be confirmed without entering a meeting link. */
export async function listWithoutLink(db: Db, visits: readonly Visit[]): Promise<Visit[]> {
  const asking = visits.filter((visit) => visit.meeting_link === null && asksForLink(visit));
  const therapistIds = [...new Set(asking.map(({ therapist_id }) => therapist_id))];
  const known = await db
    .selectFrom("therapists")
    .select("id")
    .where("id", "in", therapistIds)
    .where("zoom_link", "is not", null)
    .execute();
  const isKnown = new Set(known.map(({ id }) => id));
  return asking.filter(({ therapist_id }) => !isKnown.has(therapist_id));
}
