import type { Db } from "~/db/open.server";
import { listPlaces } from "./kinds.server";

export interface KindChoices {
  places: { id: number; name: string }[];
  therapists: { id: number; name: string }[];
}

export async function findKindChoices(db: Db, companyId: number): Promise<KindChoices> {
  const places = await listPlaces(db, companyId);
  const therapists = await db
    .selectFrom("therapists")
    .select(["id", "name"])
    .where("company_id", "=", companyId)
    .orderBy("name")
    .limit(500)
    .execute();
  return {
    places: places.filter(({ active }) => active === 1).map(({ id, name }) => ({ id, name })),
    therapists,
  };
}
