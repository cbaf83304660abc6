import { sql } from "kysely";
import { Refusal } from "~/core/refusal";
import { zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Who } from "~/core/who";
import { isSupervisor } from "~/core/who";
import type { Db } from "~/db/open.server";
import { openStatuses } from "~/orders/visible-orders.server";
import type { Visit } from "~/visits/visit";
import { executeVisits, selectVisits } from "~/visits/visits.server";
import type { ClassSession } from "./class-session";

/** Visits that took place or were missed keep their seats. */
const takenList = sql.join(openStatuses.map((status) => sql.lit(status)));

/** Cross joins make SQLite read classes first, by the index of their start. */
const selectClasses = (db: Db) =>
  db
    .selectFrom("classes")
    .crossJoin("companies")
    .crossJoin("visit_kinds")
    .crossJoin("class_therapists")
    .crossJoin("therapists")
    .leftJoin("places", "places.id", "classes.place_id")
    .whereRef("companies.id", "=", "classes.company_id")
    .whereRef("visit_kinds.id", "=", "classes.kind_id")
    .whereRef("class_therapists.class_id", "=", "classes.id")
    .where("class_therapists.position", "=", 0)
    .whereRef("therapists.id", "=", "class_therapists.therapist_id")
    .select([
      "classes.id",
      "classes.company_id",
      "companies.name as company",
      "classes.kind_id",
      "visit_kinds.name as kind",
      "visit_kinds.name_es as kind_es",
      "classes.place_id",
      "places.name as place",
      "places.address",
      "places.timezone as place_zone",
      "classes.start_at",
      "classes.end_at",
      "classes.buffer_before",
      "classes.buffer_after",
      "classes.seats",
      sql<number>`(select count(*) from visits
        where visits.class_id = classes.id and visits.status in (${takenList}))`.as("taken"),
      "classes.meeting_link",
      "classes.series",
      "classes.status",
      "classes.kept_at",
      "classes.version",
      "therapists.id as therapist_id",
      "therapists.name as therapist",
      "therapists.region",
      "therapists.timezone",
    ]);

type ClassQuery = ReturnType<typeof selectClasses>;

const executeClasses = async (query: ClassQuery): Promise<ClassSession[]> =>
  (await query.execute()).map(({ place_zone, ...row }) => ({
    ...row,
    zone: zoneOrUtc(place_zone ?? row.timezone),
  }));

export async function findClass(db: Db, id: number): Promise<ClassSession | undefined> {
  const [found] = await executeClasses(selectClasses(db).where("classes.id", "=", id));
  return found;
}

export const classNotFound = "Class not found.";

/** @throws Refusal "missing" for an unknown class, and for a class of other therapists */
export async function requireOwnClass(db: Db, who: Who, id: number): Promise<ClassSession> {
  const session = await findClass(db, id);
  if (!session) throw new Refusal("missing", classNotFound);
  if (who.kind === "operator" || isSupervisor(who)) return session;
  const therapists = await listTherapistsOfClass(db, id);
  const isOwn = who.kind === "staff" && therapists.some((therapist) => therapist.id === who.therapistId);
  if (!isOwn) throw new Refusal("missing", classNotFound);
  return session;
}

/** The therapists of a class, the one who leads it first. */
export function listTherapistsOfClass(db: Db, classId: number) {
  return db
    .selectFrom("class_therapists")
    .innerJoin("therapists", "therapists.id", "class_therapists.therapist_id")
    .select(["therapists.id", "therapists.name", "therapists.email", "therapists.timezone"])
    .where("class_therapists.class_id", "=", classId)
    .orderBy("class_therapists.position")
    .execute();
}

export interface ClassFilter {
  /** Only classes of this therapist. */
  therapistId?: number | undefined;
  companyId?: number | undefined;
  kindId?: number | undefined;
  /** ms UTC: `from` inclusive, `to` exclusive */
  from: number;
  to: number;
  /** Also lists canceled classes. */
  withCanceled?: boolean;
  limit?: number;
}

/** Lists classes by start. */
export function listClasses(db: Db, filter: ClassFilter): Promise<ClassSession[]> {
  let query = selectClasses(db)
    .where("classes.start_at", ">=", filter.from)
    .where("classes.start_at", "<", filter.to);
  if (filter.therapistId !== undefined) {
    query = query.where("classes.id", "in", (eb) =>
      eb
        .selectFrom("class_therapists as own")
        .select("own.class_id")
        .where("own.therapist_id", "=", filter.therapistId ?? 0),
    );
  }
  if (filter.companyId !== undefined) query = query.where("classes.company_id", "=", filter.companyId);
  if (filter.kindId !== undefined) query = query.where("classes.kind_id", "=", filter.kindId);
  if (!filter.withCanceled) query = query.where("classes.status", "=", "scheduled");
  return executeClasses(
    query
      .orderBy("classes.start_at")
      .orderBy("classes.id")
      .limit(filter.limit ?? 200),
  );
}

/** Lists classes by start. */
export async function listClassesById(db: Db, ids: readonly number[]): Promise<ClassSession[]> {
  if (ids.length === 0) return [];
  return executeClasses(
    selectClasses(db).where("classes.id", "in", ids).orderBy("classes.start_at").orderBy("classes.id"),
  );
}

/** The classes of a local date, by therapist. A class with several therapists is listed for each. */
export async function listClassesOfDay(
  db: Db,
  therapistIds: readonly number[],
  date: string,
): Promise<Map<number, ClassSession[]>> {
  const rows = await db
    .selectFrom("class_therapists")
    .select(["class_id", "therapist_id"])
    .where("therapist_id", "in", therapistIds)
    .where("local_date", "=", date)
    .where("active", "=", sql.lit(1))
    .execute();
  const sessions = await listClassesById(db, [...new Set(rows.map(({ class_id }) => class_id))]);
  return new Map(
    therapistIds.map((id) => {
      const own = new Set(rows.filter((row) => row.therapist_id === id).map(({ class_id }) => class_id));
      return [id, sessions.filter((session) => own.has(session.id))];
    }),
  );
}

/** The patients of a class, including those who completed or missed it. Canceled visits aren't listed. */
export function listRoll(db: Db, classId: number): Promise<Visit[]> {
  return executeVisits(
    selectVisits(db)
      .where("visits.class_id", "=", classId)
      .where("visits.status", "<>", "cancelled")
      .orderBy("orders.patient_name")
      .orderBy("visits.id"),
  );
}

export function listActiveSeats(db: Db, classId: number): Promise<Visit[]> {
  return executeVisits(
    selectVisits(db)
      .where("visits.class_id", "=", classId)
      .where("visits.status", "in", activeStatuses)
      .orderBy("visits.id"),
  );
}
