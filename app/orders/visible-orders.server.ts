import { sql } from "kysely";
import { Refusal } from "~/core/refusal";
import { activeStatuses } from "~/core/visit-status";
import { isProvenPatient, isSupervisor, type Staff, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";

export const openStatuses = [...activeStatuses, "completed", "no show"];

/**
 * A condition on `visits`: a therapist may see their own visits, and the seats in classes that they give with others,
 * except canceled ones.
 */
export function whereOwnVisit({ therapistId }: Staff) {
  const ownClasses = sql`(select class_id from class_therapists where therapist_id = ${therapistId})`;
  const isOwn = sql`(visits.therapist_id = ${therapistId} or visits.class_id in ${ownClasses})`;
  return sql<boolean>`${isOwn} and visits.status in (${sql.join(openStatuses)})`;
}

/** The orders whose details the caller may see: a therapist needs a visit for the order, or a class with it. */
export function visibleOrders(db: Db, who: Who) {
  const orders = db.selectFrom("orders");
  if (isSupervisor(who)) return orders;
  if (isProvenPatient(who)) return orders.where("id", "=", who.orderId);
  if (who.kind !== "staff") throw signedOut();
  return orders.where("id", "in", openVisits(db, who));
}

/** @throws Refusal "missing" without access to the order */
export function requireVisibleOrder(db: Db, who: Who, orderId: number) {
  return visibleOrders(db, who)
    .select(["id", "patient_id", "brightree_db"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Order not found."));
}

/** The orders that the caller may find and book. For therapists, this includes all of their company's orders. */
export function bookableOrders(db: Db, who: Who) {
  const orders = db.selectFrom("orders");
  if (isSupervisor(who) || who.kind === "operator") return orders;
  if (who.kind === "patient") return orders.where("id", "=", who.orderId);
  if (who.kind !== "staff") throw signedOut();
  const ownDatabases = db
    .selectFrom("databases")
    .innerJoin("therapists", "therapists.company_id", "databases.company_id")
    .select("databases.name")
    .where("therapists.id", "=", who.therapistId);
  return orders.where((eb) =>
    eb.or([eb("brightree_db", "in", ownDatabases), eb("orders.id", "in", openVisits(db, who))]),
  );
}

/** The orders of the visits that a therapist may see. */
const openVisits = (db: Db, who: Staff) =>
  db.selectFrom("visits").select("order_id").where(whereOwnVisit(who));

const signedOut = () => new Refusal("signed-out", "Please sign in.");
