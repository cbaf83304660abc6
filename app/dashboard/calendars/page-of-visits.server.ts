import type { RawBuilder } from "kysely";
import type { Db } from "~/db/open.server";
import { listVisitsById } from "~/visits/visits.server";
import { type ShownVisit, shownVisit } from "../shown-visit";

export const pageSize = 50;

/** The IDs of the matching visits, sorted by start. */
export async function listVisitIds(
  db: Db,
  condition: RawBuilder<boolean>,
  limit: number,
  offset = 0,
): Promise<number[]> {
  const query = db.selectFrom("visits").select("id").where(condition).orderBy("start_at").orderBy("id");
  return (await query.limit(limit).offset(offset).execute()).map(({ id }) => id);
}

export const listShownVisits = async (db: Db, ids: readonly number[]): Promise<ShownVisit[]> =>
  (await listVisitsById(db, ids)).map(shownVisit);

export async function pageOfVisits(db: Db, condition: RawBuilder<boolean>, page: number) {
  const ids = await listVisitIds(db, condition, pageSize + 1, (page - 1) * pageSize);
  return { visits: await listShownVisits(db, ids.slice(0, pageSize)), more: ids.length > pageSize };
}

export async function countVisits(db: Db, condition: RawBuilder<boolean>): Promise<number> {
  const { count } = await db
    .selectFrom("visits")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(condition)
    .executeTakeFirstOrThrow();
  return count;
}
