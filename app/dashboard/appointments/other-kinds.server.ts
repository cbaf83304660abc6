import { sql } from "kysely";
import type { Db } from "~/db/open.server";

/** A kind of visit that isn't its company's default. Appointments shows its name as the type. */
interface OtherKind {
  id: number;
  name: string;
}

/** Lists the kinds that aren't their company's default and that visits have or can have. */
export const listOtherKinds = (db: Db): Promise<OtherKind[]> =>
  db
    .selectFrom("visit_kinds")
    .select(["id", "name"])
    .where("is_default", "=", 0)
    .where((eb) =>
      eb.or([
        eb("active", "=", 1),
        eb.exists(
          eb.selectFrom("visits").select("visits.id").whereRef("visits.kind_id", "=", "visit_kinds.id"),
        ),
      ]),
    )
    .orderBy("name")
    .orderBy("id")
    .execute();

const idsOf = (kinds: readonly Pick<OtherKind, "id">[]) => JSON.stringify(kinds.map(({ id }) => id));

export const whereOfKinds = (kinds: readonly Pick<OtherKind, "id">[]) =>
  sql<boolean>`visits.kind_id in (select value from json_each(${idsOf(kinds)}))`;

/** True for visits whose type is their `visit_type`, because their kind is their company's default. */
export const whereOfDefaultKind = (others: readonly OtherKind[]) =>
  others.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`coalesce(+visits.kind_id, 0) not in (select value from json_each(${idsOf(others)}))`;
