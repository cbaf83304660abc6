import type { Db } from "~/db/open.server";
import type { ChangedOrder } from "~/integrations/order-system/order-system";
import { type OrderRow, orderRow, type RowProblem } from "./order-row";
import { settleStep } from "./settle-step.server";
import { writeOrder } from "./write-order.server";

/** What became of an order; `outside` where it is none of ours to schedule. */
export type Taken = "inserted" | "updated" | "unchanged" | "outside" | RowProblem;

/**
 * Takes in an order as the order system holds it now. One in a state that means no step, or that is
 * over there, is not begun; one that is here already follows, and closes or opens again with it. An
 * order that still has a visit ahead stays open until that visit is done with.
 *
 * @param step 1 to 4, null where its state means none
 */
export async function takeOrder(
  trx: Db,
  now: number,
  database: string,
  order: ChangedOrder,
  step: number | null,
): Promise<Taken> {
  const known = await trx
    .selectFrom("orders")
    .select(["id", "closed_at"])
    .where("brightree_db", "=", database)
    .where("sales_order_no", "=", order.sales_order_no)
    .executeTakeFirst();
  if (!known && (step === null || order.isOver)) return "outside";
  const row = rowOf(now, database, order, step);
  if ("error" in row) return row;
  const outcome = await writeOrder(trx, now, row);
  if (typeof outcome === "object" || !known) return outcome;
  const wasOpen = known.closed_at === null;
  if (order.isOver && (await close(trx, now, known.id)) && wasOpen) return "updated";
  if (!order.isOver && !wasOpen) await settleStep(trx, known.id, now);
  return outcome;
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

/** Closes an order that has no visit ahead; says whether it has none. */
async function close(trx: Db, now: number, orderId: number): Promise<boolean> {
  const visit = await trx
    .selectFrom("visits")
    .select("id")
    .where("order_id", "=", orderId)
    .where("status", "in", ["submitted", "confirmed", "pending"])
    .executeTakeFirst();
  if (visit) return false;
  await trx
    .updateTable("orders")
    .set({ closed_at: now, updated_at: now })
    .where("id", "=", orderId)
    .where("closed_at", "is", null)
    .execute();
  return true;
}
