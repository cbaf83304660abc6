import { bookingWindow, type Settings } from "~/availability/booking-window";
import type { Db } from "~/db/open.server";
import { type ClassSession, seatsLeft } from "./class-session";
import { listClasses } from "./classes.server";

const mostListed = 60;

/**
 * Lists the classes with a free seat that a patient of an order can book, by start.
 * @param kindId only classes of this kind
 */
export async function listClassOpenings(
  db: Db,
  settings: Settings,
  { orderId, kindId, now }: { orderId: number; kindId?: number | undefined; now: number },
): Promise<ClassSession[]> {
  const kinds = await db
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("visit_kinds", "visit_kinds.company_id", "databases.company_id")
    .select(["visit_kinds.id", "visit_kinds.company_id"])
    .where("orders.id", "=", orderId)
    .where("visit_kinds.mode", "=", "class")
    .where("visit_kinds.active", "=", 1)
    .where("visit_kinds.booked_by", "=", "everyone")
    .execute();
  const [first] = kinds;
  if (!first) return [];
  const { from, to } = bookingWindow(settings, now);
  const filter = { companyId: first.company_id, kindId, from, to };
  const sessions = await listClasses(db, { ...filter, limit: mostListed });
  const bookable = new Set(kinds.map(({ id }) => id));
  return sessions.filter((session) => bookable.has(session.kind_id) && seatsLeft(session) > 0);
}
