import { sql } from "kysely";
import { isActive } from "~/core/visit-status";
import { zoneOfState } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";
import { listWishes } from "~/offers/wishes.server";
import { patientZoneOf } from "~/visits/patient-zone.server";
import type { PatientFacts } from "./conversation";
import { newestOrder } from "./list-conversations.server";

/** The order's active visit, or else its newest one. */
const currentVisit = sql<number | null>`(
  select v.id from visits as v where v.order_id = orders.id
  order by v.status in ('submitted', 'confirmed', 'pending') desc, v.id desc limit 1)`;

export async function listPatientFacts(
  db: Db,
  conversationIds: readonly number[],
): Promise<Map<number, PatientFacts>> {
  const rows = await db
    .selectFrom("threads")
    .innerJoin("orders", (join) => join.on("orders.id", "=", newestOrder))
    .leftJoin("visits", (join) => join.on("visits.id", "=", currentVisit))
    .leftJoin("therapists", "therapists.id", "visits.therapist_id")
    .select([
      "threads.id",
      "orders.id as order_id",
      "orders.state",
      "visits.status",
      "visits.patient_zone",
      "visits.patient_confirmed_at",
      "therapists.timezone",
    ])
    .where("threads.id", "in", sql<number>`(select value from json_each(${JSON.stringify(conversationIds)}))`)
    .execute();
  const facts = new Map<number, PatientFacts>();
  const wishes = await listWishes(
    db,
    rows.map(({ order_id }) => order_id),
  );
  for (const { id, order_id, state, status, patient_zone, patient_confirmed_at, timezone } of rows) {
    const hasVisit = status !== null && isActive(status);
    facts.set(id, {
      patient_zone: timezone === null ? zoneOfState(state) : patientZoneOf({ patient_zone, state, timezone }),
      patient_confirmed: hasVisit ? patient_confirmed_at !== null : null,
      earlier: hasVisit ? (wishes.get(order_id) ?? null) : null,
    });
  }
  return facts;
}
