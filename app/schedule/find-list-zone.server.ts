import { sql } from "kysely";
import { zoneOrUtc } from "~/core/time";
import { zonesOfState } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { zoneAtBooking } from "~/visits/patient-zone.server";

const oneTherapist = prepared((db) => db.selectFrom("therapists").select("timezone").limit(sql.lit(1)));

/**
 * The time zone of a patient's list of times: the patient's zone, the state's most common zone, or a therapist's.
 * @param patient null in query sessions, which must not reveal whether the order exists
 * @param viewer the viewer's IANA time zone, if known
 */
export async function findListZone(
  db: Db,
  patient: { orderId: number; state: string | null } | null,
  viewer: string | null,
): Promise<string> {
  const known = patient ? await zoneAtBooking(db, patient.orderId, viewer) : viewer;
  if (known) return known;
  const [likeliest] = zonesOfState(patient?.state);
  if (likeliest) return likeliest;
  const [therapist] = await oneTherapist(db, {});
  return zoneOrUtc(therapist?.timezone ?? "EST");
}
