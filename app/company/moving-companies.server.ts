import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";

/** A company that is being moved to another installation, or has been moved to `moved_to`. */
const moving = prepared((db) =>
  db
    .selectFrom("companies")
    .select(["id", "name", "moving_at", "moved_to"])
    .where("moving_at", "is not", null)
    .orderBy("id"),
);

/** The companies that the database keeps unchanged (triggers in migrations/0160_companies.sql). */
export const listMovingCompanies = (db: Db) => moving(db, {});

/** True while any company waits for the end of its move. */
export async function isAnyCompanyFrozen(db: Db): Promise<boolean> {
  return (await listMovingCompanies(db)).some(({ moved_to }) => moved_to === null);
}

const ofConversation = prepared((db, { id }: { id: number }) =>
  db
    .selectFrom("threads")
    .innerJoin("databases", (join) =>
      join.on((eb) =>
        eb.or([
          eb("databases.name", "=", eb.ref("threads.brightree_db")),
          eb.and([
            eb("threads.brightree_db", "is", null),
            eb(
              "databases.name",
              "in",
              eb.selectFrom("orders").select("brightree_db").whereRef("orders.phone", "=", "threads.phone"),
            ),
          ]),
        ]),
      ),
    )
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select("companies.id")
    .where("threads.id", "=", id)
    .where("companies.moving_at", "is not", null)
    .limit(1),
);

export async function isConversationMoving(db: Db, id: number): Promise<boolean> {
  if ((await listMovingCompanies(db)).length === 0) return false;
  return (await ofConversation(db, { id })).length > 0;
}
