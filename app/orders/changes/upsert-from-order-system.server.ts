import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { ChangedOrder } from "~/integrations/order-system/order-system";
import { type OrderRow, orderRow, type RowProblem } from "../order-row";
import { upsertOrder } from "../upsert-orders.server";
import type { WriteOutcome } from "../write-orders.server";
import { changePatient } from "./change-patient.server";
import { resumeOrder, stopOrder } from "./stop-order.server";

/**
 * Takes in an order as the order system holds it now. One in a state that means no step, or that is
 * over there, is not begun; one that is here already follows: to another patient, and closes or opens
 * again with it. An order that still has a visit ahead stays open until that visit is done with.
 *
 * @param step 1 to 4, null where its state means none
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
  if (!known) return upsertOrder(trx, now, row);
  const isMoved = known.patient_id !== row.patient_id;
  if (isMoved) await changePatient(trx, app, known.id, row);
  const outcome = await upsertOrder(trx, now, row);
  if (typeof outcome === "object") return outcome;
  const turned = order.isOver ? await stopOrder(trx, app, known.id) : await resumeOrder(trx, app, known.id);
  return isMoved || turned ? "updated" : outcome;
}

/** What can't be read of an order's lesser fields is left out: a bad phone keeps no patient waiting. */
function rowOf(
  now: number,
  database: string,
  order: ChangedOrder,
  step: number | null,
): OrderRow | RowProblem {
  const { worklistState, isOver, recdate, ...fields } = order;
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
