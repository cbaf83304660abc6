import type { AppTx } from "~/boot/app.server";
import { listShipments, saveShipment, shipmentFactsIn } from "~/equipment/save-shipment.server";
import { carrierNamed } from "~/equipment/tracking-number";
import type { ChangedOrder } from "~/integrations/order-system/order-system";
import { type OrderRow, orderRow, type RowProblem, readOrderRow } from "../order-row";
import { upsertOrder } from "../upsert-orders.server";
import type { WriteOutcome } from "../write-orders.server";
import { changePatient } from "./change-patient.server";
import { resumeOrder, stopOrder } from "./stop-order.server";

/** Skips a new order that is finished or has no step. @param step 1 to 4; null if the order's state has no step */
export async function upsertFromOrderSystem(
  { trx, app }: AppTx,
  database: string,
  order: ChangedOrder,
  step: number | null,
): Promise<WriteOutcome> {
  const { sales_order_no, orderState, isOver } = order;
  const known = await trx
    .selectFrom("orders")
    .select(["id", "patient_id"])
    .where("brightree_db", "=", database)
    .where("sales_order_no", "=", sales_order_no)
    .executeTakeFirst();
  if (!known && (step === null || isOver)) return "outside";
  const now = app.clock.now();
  const row = rowOf(now, database, order, step);
  if ("error" in row) return row;
  const isMoved = known !== undefined && known.patient_id !== row.patient_id;
  if (isMoved) await changePatient({ trx, app }, known.id, row);
  const outcome = await upsertOrder(trx, now, row);
  await trx
    .updateTable("orders")
    .set({ worklist_state: orderState })
    .where("brightree_db", "=", database)
    .where("sales_order_no", "=", sales_order_no)
    .where("worklist_state", "is not", orderState)
    .execute();
  if (typeof outcome === "object") return outcome;
  const isShipped = await saveShipments({ trx, app }, database, order);
  if (!known) return outcome;
  const turned = isOver ? await stopOrder({ trx, app }, known.id) : await resumeOrder({ trx, app }, known.id);
  return isMoved || turned || isShipped ? "updated" : outcome;
}

const source = { source: "order_system", by: "the order system" } as const;

/**
 * Saves the packages, which share the order's day and delivery. Without packages, these are about all shipments on file.
 * @returns true if anything changed
 */
async function saveShipments(
  { trx, app }: AppTx,
  database: string,
  { sales_order_no, packages, expectedOn, deliveredAt }: ChangedOrder,
): Promise<boolean> {
  const shared = { expected_on: expectedOn ?? undefined, delivered_at: deliveredAt ?? undefined };
  if (packages.length === 0 && !shipmentFactsIn(shared)) return false;
  const { id } = await trx
    .selectFrom("orders")
    .select("id")
    .where("brightree_db", "=", database)
    .where("sales_order_no", "=", sales_order_no)
    .executeTakeFirstOrThrow();
  const known = packages.length === 0 ? await listShipments(trx, id) : [];
  const each = [
    ...packages.map(({ carrier, trackingNumber, shippedAt }) => ({
      carrier: carrierNamed(carrier),
      tracking_number: trackingNumber,
      shipped_at: shippedAt ?? undefined,
    })),
    ...known.map(({ tracking_number }) => ({ tracking_number: tracking_number ?? undefined })),
  ];
  let isChanged = false;
  for (const facts of each.length > 0 ? each : [{}]) {
    if (await saveShipment({ trx, app }, id, { ...facts, ...shared }, source)) isChanged = true;
  }
  return isChanged;
}

function rowOf(
  now: number,
  database: string,
  order: ChangedOrder,
  step: number | null,
): OrderRow | RowProblem {
  const { orderState, isOver, recdate, packages, expectedOn, deliveredAt, ...fields } = order;
  const read = readOrderRow(orderRow(now), {
    ...fields,
    brightree_db: database,
    recdate: recdate === null ? undefined : new Date(recdate).toISOString(),
    step: step === null ? undefined : String(step),
  });
  if ("order" in read) return read.order;
  return read.problems[0] ?? { field: "order", error: "This order can't be read." };
}
