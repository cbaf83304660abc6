import { zoneOf, zoneOrUtc } from "~/core/time";
import { likelyZone, zoneOfState } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";

interface VisitZones {
  patient_zone: string | null;
  state: string | null;
  /** The therapist's time zone. */
  timezone: string;
}

/** The zone for a visit's time in the patient's messages. Visits from before migration 0027 have none stored. */
export const patientZoneOf = (visit: VisitZones): string =>
  visit.patient_zone ?? likelyZone(visit.state, zoneOrUtc(visit.timezone));

/**
 * Finds the zone to store with a new visit: the browser's, the one stored with the order's newest visit, or the
 * state's if it has only one. Null if it follows from the state and the therapist, as in `patientZoneOf`.
 * @param viewer the zone of the patient's browser; null if staff book
 */
export async function zoneAtBooking(db: Db, orderId: number, viewer: string | null): Promise<string | null> {
  const known = viewer && zoneOf(viewer);
  if (known) return known;
  const stored = await db
    .selectFrom("visits")
    .select("patient_zone")
    .where("order_id", "=", orderId)
    .where("patient_zone", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (stored) return stored.patient_zone;
  const order = await db.selectFrom("orders").select("state").where("id", "=", orderId).executeTakeFirst();
  return zoneOfState(order?.state);
}
