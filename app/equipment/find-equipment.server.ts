import { sql } from "kysely";
import * as z from "zod";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { localDate, startOfDay } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import { zonesOfState } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { type Equipment, firstVisitDay, type Shipment } from "./equipment";

const Stored = z.object({
  setting: z.enum(["inform", "require"]),
  days: z.number(),
  handedOver: z.number(),
  zone: z.string().nullable(),
  state: z.string().nullable(),
  shipments: z.array(z.custom<Shipment>()),
});

const active = sql.join(activeStatuses.map((status) => sql.lit(status)));

/**
 * A column for queries of `ordersWithCompany`: the order's equipment as JSON. Null if the company's setting is off,
 * and then nothing is read. The kind is the one of the order's visit, or the company's default kind.
 */
export const selectEquipment = sql<string | null>`case when companies.equipment <> 'off' then json_object(
  'setting', companies.equipment,
  'days', companies.equipment_days,
  'handedOver', coalesce(
    (select hands_over_equipment from visits join visit_kinds on visit_kinds.id = visits.kind_id
      where visits.order_id = orders.id and visits.status in (${active})),
    (select hands_over_equipment from visit_kinds where company_id = companies.id and is_default = 1),
    0),
  'zone', orders.visit_zone,
  'state', orders.state,
  'shipments', json((select json_group_array(json_object(
    'carrier', carrier, 'tracking_number', tracking_number, 'shipped_at', shipped_at,
    'expected_on', expected_on, 'expected_source', expected_source,
    'delivered_at', iif(refuted_at is null, delivered_at, null), 'delivered_source', delivered_source))
    from shipments where order_id = orders.id))
) end`;

/** Days count where the patient will be, else in the state's most common zone, else in Eastern Time. */
export function equipmentIn(column: string | null | undefined): Equipment | null {
  if (!column) return null;
  const { handedOver, zone, state, ...stored } = Stored.parse(JSON.parse(column));
  const likeliest = zone ?? zonesOfState(state)[0] ?? "America/New_York";
  return { ...stored, isHandedOver: handedOver === 1, zone: likeliest };
}

const ofOrder = prepared((db, { order }: { order: number }) =>
  ordersWithCompany(db).select(selectEquipment.as("equipment")).where("orders.id", "=", order),
);

/**
 * Null if the company's setting is off.
 * @param handsOver whether the equipment is handed over at the visit that is chosen; without it, the order's visit or
 *   the company's default kind counts
 */
export async function findEquipment(db: Db, orderId: number, handsOver?: boolean): Promise<Equipment | null> {
  const [found] = await ofOrder(db, { order: orderId });
  const equipment = equipmentIn(found?.equipment);
  return handsOver === undefined ? equipment : atVisit(equipment, handsOver);
}

/** The equipment, for a visit at which it is handed over or not. */
export const atVisit = (equipment: Equipment | null, isHandedOver: boolean): Equipment | null =>
  equipment && { ...equipment, isHandedOver };

/** From when a patient can have a visit, in ms UTC. Undefined if every time is possible. */
export function visitsFrom(equipment: Equipment | null, now: number): number | undefined {
  const day = equipment && firstVisitDay(equipment, localDate(now, equipment.zone));
  return equipment && day ? startOfDay(day, equipment.zone) : undefined;
}
