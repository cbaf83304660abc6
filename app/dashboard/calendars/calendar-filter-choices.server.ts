import type { Db } from "~/db/open.server";

export interface Choices {
  therapists: string[];
  regions: string[];
  companies: string[];
}

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
