import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { ChangedOrder } from "~/integrations/order-system/order-system";
import { type OrderRow, orderRow, type RowProblem } from "../order-row";
import { upsertOrder } from "../upsert-orders.server";
import type { WriteOutcome } from "../write-orders.server";
import { changePatient } from "./change-patient.server";
import { resumeOrder, stopOrder } from "./stop-order.server";

/**
 * Saves an order from the order system. Skips new orders that have no step or are over.
 * @param step 1 to 4; null if the order's state has no step
 */
export async function upsertFromOrderSystem(
  trx: Db,
  app: App,
  database: string,
  order: ChangedOrder,
  step: number | null,
): Promise<WriteOutcome> {
  const known = await trx
    .selectFrom("orders")
    .select(["id", "patient_id"])
    .where("brightree_db", "=", database)
    .where("sales_order_no", "=", order.sales_order_no)
    .executeTakeFirst();
  if (!known && (step === null || order.isOver)) return "outside";
  const now = app.clock.now();
  const row = rowOf(now, database, order, step);
  if ("error" in row) return row;
  if (!known) {
    const inserted = await upsertOrder(trx, now, row);
    await saveState(trx, database, order);
    return inserted;
  }
  await saveState(trx, database, order);
  const isMoved = known.patient_id !== row.patient_id;
  if (isMoved) await changePatient(trx, app, known.id, row);
  const outcome = await upsertOrder(trx, now, row);
  if (typeof outcome === "object") return outcome;
  const turned = order.isOver ? await stopOrder(trx, app, known.id) : await resumeOrder(trx, app, known.id);
  return isMoved || turned ? "updated" : outcome;
}

/** Stores the state's name, even if it has no step. */
async function saveState(
  trx: Db,
  database: string,
  { sales_order_no, orderState }: ChangedOrder,
): Promise<void> {
  await trx
    .updateTable("orders")
    .set({ worklist_state: orderState })
    .where("brightree_db", "=", database)
    .where("sales_order_no", "=", sales_order_no)
    .where("worklist_state", "is not", orderState)
    .execute();
}

/** Leaves out optional fields that can't be read, because a bad phone number must not delay the patient. */
function rowOf(
  now: number,
  database: string,
  order: ChangedOrder,
  step: number | null,
): OrderRow | RowProblem {
  const { orderState, isOver, recdate, ...fields } = order;
  const given: Record<string, unknown> = {
    ...fields,
    brightree_db: database,
    recdate: recdate === null ? undefined : new Date(recdate).toISOString(),
    step: step === null ? undefined : String(step),
  };
  const schema = orderRow(now);
  for (const { path } of schema.safeParse(given).error?.issues ?? []) delete given[String(path[0])];
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return { field: String(issue?.path[0] ?? "order"), error: issue?.message ?? "It can't be read." };
}
