import { sql } from "kysely";
import { day } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { ClassSession } from "./class-session";
import { listClassesById } from "./classes.server";

/** How long before a class supervisors are asked about it. */
const askedBefore = 2 * day;

function belowMinimum(db: Db, now: number) {
  return db
    .selectFrom("classes")
    .crossJoin("companies")
    .whereRef("companies.id", "=", "classes.company_id")
    .where("classes.status", "=", "scheduled")
    .where("classes.kept_at", "is", null)
    .where("classes.start_at", ">", now)
    .where("classes.start_at", "<=", now + askedBefore)
    .where(
      sql<boolean>`(select count(*) from visits where visits.class_id = classes.id
        and visits.status in (${sql.join(activeStatuses)})) < companies.class_minimum`,
    );
}

/** Whether a class in the next two days has fewer patients than its company's minimum, and no one has decided. */
export async function isBelowMinimum(db: Db, classId: number, now: number): Promise<boolean> {
  const found = await belowMinimum(db, now)
    .select("classes.id")
    .where("classes.id", "=", classId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Lists at most 25 of those classes, by start. */
export async function listBelowMinimum(db: Db, now: number): Promise<ClassSession[]> {
  const found = await belowMinimum(db, now)
    .select("classes.id")
    .orderBy("classes.start_at")
    .limit(25)
    .execute();
  return listClassesById(
    db,
    found.map(({ id }) => id),
  );
}
