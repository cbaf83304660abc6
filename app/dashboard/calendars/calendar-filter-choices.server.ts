import type { Db } from "~/db/open.server";

/** What the dropdowns of the Setup Calendar offer. */
export interface Choices {
  therapists: string[];
  regions: string[];
  companies: string[];
}

/** Every therapist, region and company on file, in order: two queries. */
export async function listChoices(db: Db): Promise<Choices> {
  const therapists = await db
    .selectFrom("therapists")
    .select(["name", "region"])
    .orderBy("name")
    .limit(2000)
    .execute();
  const companies = await db.selectFrom("companies").select("name").orderBy("name").limit(500).execute();
  return {
    therapists: therapists.map(({ name }) => name),
    regions: [...new Set(therapists.map(({ region }) => region))].sort(),
    companies: companies.map(({ name }) => name),
  };
}
