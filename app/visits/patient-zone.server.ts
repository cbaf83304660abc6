import { sql } from "kysely";
import { zoneOf, zoneOrUtc } from "~/core/time";
import { likelyZone, zoneOfState } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";

interface VisitZones {
  patient_zone: string | null;
  state: string | null;
  timezone: string;
}

/** The zone for a visit's time in the patient's messages. Visits from before migration 0027 have none stored. */
export const patientZoneOf = (visit: VisitZones): string =>
  visit.patient_zone ?? likelyZone(visit.state, zoneOrUtc(visit.timezone));

interface KnownZones {
  /** The zone stored with the order's newest visit that has one. */
  lastZone: string | null;
  state: string | null;
}

/** The zone stored with the newest visit that has one, of a query's `orders`. */
export const selectLastZone = sql<string | null>`(
  select patient_zone from visits where order_id = orders.id and patient_zone is not null
  order by id desc limit 1)`;

/**
 * The zone to store with a new visit: the browser's, the one stored with the order's newest visit, or the state's if it
 * has only one. Null if it follows from the state and the therapist, as in `patientZoneOf`.
 * @param viewer the zone of the patient's browser; null if staff book
 */
export const zoneAtBooking = (viewer: string | null, { lastZone, state }: KnownZones): string | null =>
  (viewer && zoneOf(viewer)) || lastZone || zoneOfState(state);

export async function findZoneAtBooking(
  db: Db,
  orderId: number,
  viewer: string | null,
): Promise<string | null> {
  const order = await db
    .selectFrom("orders")
    .select(["state", selectLastZone.as("lastZone")])
    .where("id", "=", orderId)
    .executeTakeFirst();
  return zoneAtBooking(viewer, order ?? { lastZone: null, state: null });
}
