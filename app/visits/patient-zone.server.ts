import { zoneOf } from "~/core/time";
import { zoneOfState } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";

/**
 * The IANA zone in which a patient reads the times of visits: the viewer's, the one stored on the order's newest
 * visit, or the state's. Null where the therapist's zone applies.
 *
 * @param viewer the zone that the patient's page sent; null when staff act
 */
export async function findPatientZone(
  db: Db,
  orderId: number,
  viewer: string | null,
): Promise<string | null> {
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
