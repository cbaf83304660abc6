import { sql } from "kysely";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import type { Visit } from "./visit";

/**
 * Visits with the names around them, to be narrowed. A cross join keeps SQLite in this order: left to
 * itself it begins with the few companies and sorts every visit there is.
 */
export const selectVisits = (db: Db) =>
  db
    .selectFrom("visits")
    .crossJoin("orders")
    .crossJoin("databases")
    .crossJoin("companies")
    .crossJoin("therapists")
    .whereRef("orders.id", "=", "visits.order_id")
    .whereRef("databases.name", "=", "orders.brightree_db")
    .whereRef("companies.id", "=", "databases.company_id")
    .whereRef("therapists.id", "=", "visits.therapist_id")
    .select([
      "visits.id",
      "visits.order_id",
      "visits.therapist_id",
      "therapists.name as therapist",
      "therapists.timezone",
      "therapists.region",
      "visits.start_at",
      "visits.end_at",
      "visits.status",
      "visits.visit_type",
      "visits.meeting_link",
      "visits.version",
      "orders.patient_id",
      "orders.brightree_db",
      "orders.sales_order_no",
      "companies.name as company",
      "visits.submitted_at",
      "visits.confirmed_at",
    ]);

/** One visit, or undefined. */
export function findVisit(db: Db, id: number): Promise<Visit | undefined> {
  return selectVisits(db).where("visits.id", "=", id).executeTakeFirst();
}

/** These visits by their start; ids that name none are left out. */
export function listVisitsById(db: Db, ids: readonly number[]): Promise<Visit[]> {
  return selectVisits(db)
    .where("visits.id", "in", ids)
    .orderBy("visits.start_at")
    .orderBy("visits.id")
    .execute();
}

const activeOf = prepared((db, { order }: { order: number }) =>
  selectVisits(db).where("visits.order_id", "=", order).where("visits.status", "in", activeStatuses),
);

/** The active visit of an order, or undefined. */
export async function findActiveVisit(db: Db, orderId: number): Promise<Visit | undefined> {
  return (await activeOf(db, { order: orderId }))[0];
}

const latestOf = prepared((db, { order }: { order: number }) =>
  selectVisits(db)
    .where("visits.order_id", "=", order)
    .where("visits.status", "<>", "cancelled")
    .orderBy("visits.id", "desc")
    .limit(1),
);

/** The newest visit of an order that is not cancelled, or undefined. */
export async function findLatestVisit(db: Db, orderId: number): Promise<Visit | undefined> {
  return (await latestOf(db, { order: orderId }))[0];
}

/** The newest visit of an order, whatever became of it, or undefined. */
export function findNewestVisit(db: Db, orderId: number): Promise<Visit | undefined> {
  return selectVisits(db)
    .where("visits.order_id", "=", orderId)
    .orderBy("visits.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

interface Listed {
  therapistId?: number | undefined;
  statuses?: readonly string[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Rows at most; 200 where nothing is said. */
  limit?: number | undefined;
  offset?: number | undefined;
  newestFirst?: boolean | undefined;
}

/** Visits by their start. They are chosen before their names are looked up, so that a page costs a page. */
export function listVisits(db: Db, wanted: Listed): Promise<Visit[]> {
  const { therapistId, statuses, from, to } = wanted;
  const direction = wanted.newestFirst ? "desc" : "asc";
  let ids = db.selectFrom("visits").select("visits.id");
  if (therapistId !== undefined) ids = ids.where("visits.therapist_id", "=", therapistId);
  if (statuses) {
    // The plus keeps to the index of the therapist, whose visits lie in their order there.
    const status = therapistId === undefined ? sql`visits.status` : sql`+visits.status`;
    ids = ids.where(sql<boolean>`${status} in (${sql.join(statuses)})`);
  }
  if (from !== undefined) ids = ids.where("visits.start_at", ">=", from);
  if (to !== undefined) ids = ids.where("visits.start_at", "<", to);
  ids = ids
    .orderBy("visits.start_at", direction)
    .orderBy("visits.id", direction)
    .limit(wanted.limit ?? 200)
    .offset(wanted.offset ?? 0);
  return selectVisits(db)
    .where("visits.id", "in", ids)
    .orderBy("visits.start_at", direction)
    .orderBy("visits.id", direction)
    .execute();
}

/** Active visits of a therapist that a span of time would run into, another than `except`. */
export function listClashes(
  db: Db,
  span: { therapistId: number; start: number; end: number; except?: number },
): Promise<Visit[]> {
  return selectVisits(db)
    .where("visits.therapist_id", "=", span.therapistId)
    .where("visits.status", "in", activeStatuses)
    .where("visits.start_at", "<", span.end)
    .where("visits.end_at", ">", span.start)
    .where("visits.id", "<>", span.except ?? 0)
    .orderBy("visits.start_at")
    .execute();
}
