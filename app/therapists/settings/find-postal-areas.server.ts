import type { Db } from "~/db/open.server";
import { haveHomeVisits } from "~/kinds/kinds.server";

/**
 * The postal areas to which a therapist travels.
 * @returns the JSON as stored, null for everywhere, or undefined if the company has no home visits
 */
export async function findPostalAreas(db: Db, id: number): Promise<string | null | undefined> {
  const { company_id, zip_prefixes } = await db
    .selectFrom("therapists")
    .select(["company_id", "zip_prefixes"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return (await haveHomeVisits(db, company_id)) ? zip_prefixes : undefined;
}
