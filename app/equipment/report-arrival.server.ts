import type { AppTx } from "~/boot/app.server";
import type { ShipmentSource } from "~/db/tables";
import { isDelivered } from "./equipment";
import { findEquipment } from "./find-equipment.server";

interface Reporter {
  source: Extract<ShipmentSource, "patient" | "staff">;
  /** The person who said so, like "user 3". */
  by: string;
}

/** Marks all of an order's equipment as delivered now. What another source reported as delivered stays. */
export async function reportArrival(
  { trx, app }: AppTx,
  orderId: number,
  { source, by }: Reporter,
): Promise<void> {
  const now = app.clock.now();
  const values = { delivered_at: now, delivered_source: source, updated_at: now, updated_by: by };
  const { numUpdatedRows } = await trx
    .updateTable("shipments")
    .set({ ...values, refuted_at: null })
    .where("order_id", "=", orderId)
    .where((eb) => eb.or([eb("delivered_at", "is", null), eb("refuted_at", "is not", null)]))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const equipment = await findEquipment(trx, orderId);
  if (equipment && !isDelivered(equipment)) {
    await trx
      .insertInto("shipments")
      .values({ order_id: orderId, ...values })
      .execute();
  }
}

/** Takes back the patient's own word that the equipment came. */
export async function takeBackArrival({ trx, app }: AppTx, orderId: number): Promise<void> {
  await trx
    .updateTable("shipments")
    .set({
      delivered_at: null,
      delivered_source: null,
      updated_at: app.clock.now(),
      updated_by: "the patient",
    })
    .where("order_id", "=", orderId)
    .where("delivered_source", "=", "patient")
    .execute();
}

/** Staff decide whether the reported deliveries came, until a source reports another one. */
export async function decideDelivery(
  { trx, app }: AppTx,
  orderId: number,
  { arrived, by }: { arrived: boolean; by: string },
): Promise<void> {
  const changed = { updated_at: app.clock.now(), updated_by: by };
  const delivered = trx
    .updateTable("shipments")
    .where("order_id", "=", orderId)
    .where("delivered_at", "is not", null);
  if (!arrived) {
    await delivered.set({ ...changed, refuted_at: app.clock.now() }).execute();
    return;
  }
  await delivered
    .where("delivered_source", "=", "patient")
    .set({ ...changed, delivered_source: "staff" })
    .execute();
  await reportArrival({ trx, app }, orderId, { source: "staff", by });
}
