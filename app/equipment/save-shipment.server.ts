import type { AppTx } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row, ShipmentSource } from "~/db/tables";
import { bareNumber } from "./tracking-number";

/** The facts that a source knows of a shipment. A missing value changes nothing. */
interface ShipmentFacts {
  carrier?: Row<"shipments">["carrier"] | undefined;
  tracking_number?: string | undefined;
  shipped_at?: number | undefined;
  /** `YYYY-MM-DD` */
  expected_on?: string | undefined;
  delivered_at?: number | undefined;
}

const factNames = ["carrier", "tracking_number", "shipped_at", "expected_on", "delivered_at"] as const;

export const shipmentFactsIn = (given: ShipmentFacts): ShipmentFacts | null =>
  factNames.some((name) => given[name] !== undefined) ? given : null;

export const listShipments = (db: Db, orderId: number): Promise<Row<"shipments">[]> =>
  db.selectFrom("shipments").selectAll().where("order_id", "=", orderId).orderBy("id").execute();

/**
 * The shipment that the facts are about, and what they change. A number names its shipment, or is added to one without a
 * number. Facts without a number are about the only shipment.
 */
export function planShipment(existing: readonly Row<"shipments">[], given: ShipmentFacts) {
  const number = given.tracking_number && bareNumber(given.tracking_number);
  const known = number ? existing.find((each) => each.tracking_number === number) : undefined;
  const unnamed = existing.find((each) => each.tracking_number === null);
  const only = !number && existing.length === 1 ? existing[0] : undefined;
  const target = known ?? only ?? unnamed;
  const facts = { ...given, ...(number && { tracking_number: number }) };
  const changed = factNames.filter(
    (name) => facts[name] !== undefined && facts[name] !== (target?.[name] ?? null),
  );
  return { target, changed, facts };
}

/** Saves what a source knows of an order's shipment. @param by who said so, like "key 3" @returns true if it was new */
export async function saveShipment(
  { trx, app }: AppTx,
  orderId: number,
  given: ShipmentFacts,
  { source, by }: { source: ShipmentSource; by: string },
): Promise<boolean> {
  const { target, changed, facts } = planShipment(await listShipments(trx, orderId), given);
  if (changed.length === 0) return false;
  const has = (name: (typeof factNames)[number]) => changed.includes(name);
  const values = {
    ...Object.fromEntries(changed.map((name) => [name, facts[name]])),
    ...(has("shipped_at") && { shipped_source: source }),
    ...(has("expected_on") && { expected_source: source }),
    ...(has("delivered_at") && { delivered_source: source, refuted_at: null }),
    updated_at: app.clock.now(),
    updated_by: by,
  };
  if (target) await trx.updateTable("shipments").set(values).where("id", "=", target.id).execute();
  else
    await trx
      .insertInto("shipments")
      .values({ order_id: orderId, ...values })
      .execute();
  return true;
}
