import type { AppTx } from "~/boot/app.server";
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
  if (!known || typeof outcome === "object") return outcome;
  const turned = isOver ? await stopOrder({ trx, app }, known.id) : await resumeOrder({ trx, app }, known.id);
  return isMoved || turned ? "updated" : outcome;
}

function rowOf(
  now: number,
  database: string,
  order: ChangedOrder,
  step: number | null,
): OrderRow | RowProblem {
  const { orderState, isOver, recdate, ...fields } = order;
  const read = readOrderRow(orderRow(now), {
    ...fields,
    brightree_db: database,
    recdate: recdate === null ? undefined : new Date(recdate).toISOString(),
    step: step === null ? undefined : String(step),
  });
  if ("order" in read) return read.order;
  return read.problems[0] ?? { field: "order", error: "This order can't be read." };
}
