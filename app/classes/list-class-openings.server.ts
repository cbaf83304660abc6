import { bookingWindow, type Settings, settingsFrom } from "~/availability/booking-window";
import type { Db } from "~/db/open.server";
import type { Equipment } from "~/equipment/equipment";
import { atVisit, visitsFrom } from "~/equipment/find-equipment.server";
import { type ClassSession, seatsLeft } from "./class-session";
import { listClasses } from "./classes.server";

const mostListed = 60;

interface ForPatient {
  orderId: number;
  /** Null if the patient waits for none. */
  equipment: Equipment | null;
  kindId?: number | undefined;
  now: number;
}

/** Lists the classes with a free seat that a patient of an order can book, by start. */
export async function listClassOpenings(
  db: Db,
  settings: Settings,
  { orderId, equipment, kindId, now }: ForPatient,
): Promise<ClassSession[]> {
  const kinds = await db
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("visit_kinds", "visit_kinds.company_id", "databases.company_id")
    .select(["visit_kinds.id", "visit_kinds.company_id", "visit_kinds.hands_over_equipment as handsOver"])
    .where("orders.id", "=", orderId)
    .where("visit_kinds.mode", "=", "class")
    .where("visit_kinds.active", "=", 1)
    .where("visit_kinds.booked_by", "=", "everyone")
    .execute();
  const [first] = kinds;
  if (!first) return [];
  const fromOf = new Map(
    kinds.map(({ id, handsOver }) => {
      const notBefore = visitsFrom(atVisit(equipment, handsOver === 1), now);
      return [id, bookingWindow(settingsFrom(settings, notBefore), now).from];
    }),
  );
  const from = Math.min(...fromOf.values());
  const { to } = bookingWindow(settings, now);
  const sessions = await listClasses(db, {
    companyId: first.company_id,
    kindId,
    from,
    to,
    limit: mostListed,
  });
  return sessions.filter(
    (session) => session.start_at >= (fromOf.get(session.kind_id) ?? Infinity) && seatsLeft(session) > 0,
  );
}
