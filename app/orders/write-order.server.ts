import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { OrderRow, RowProblem, Tally } from "./order-row";
import { settleStep } from "./settle-step.server";

/**
 * Puts one order in or brings the one on file up to date, by database and sales order number. Fields
 * that were not given stay as they are.
 *
 * @returns what became of it, or what is wrong with it
 */
export async function writeOrder(trx: Db, now: number, row: OrderRow): Promise<keyof Tally | RowProblem> {
  const order = await findOrder(trx, row);
  if (!order) {
    const known = await trx
      .selectFrom("databases")
      .select("name")
      .where("name", "=", row.brightree_db)
      .executeTakeFirst();
    if (!known)
      return { field: "brightree_db", error: `There is no database "${row.brightree_db}" on file.` };
    await addOrder(trx, now, row);
    return "inserted";
  }
  if (order.patient_id !== row.patient_id) {
    return { field: "patient_id", error: `Order ${row.sales_order_no} is on file for another patient.` };
  }
  const changes = changesOf(order, row);
  const moved = row.step !== undefined && row.step !== order.source_step;
  const reachedAt = row.step_reached_at ?? (moved ? now : order.source_step_at);
  if (Object.keys(changes).length > 0) {
    await trx
      .updateTable("orders")
      .set({ ...changes, updated_at: now })
      .where("id", "=", order.id)
      .execute();
  }
  if (moved || reachedAt !== order.source_step_at) {
    await moveSource(trx, now, order, row.step ?? order.source_step, reachedAt);
  } else if (Object.keys(changes).length === 0) {
    return "unchanged";
  }
  return "updated";
}

type Order = Row<"orders">;

/** The order of this number, else the patient's one that was made before its number was known. */
async function findOrder(trx: Db, row: OrderRow): Promise<Order | undefined> {
  const orders = trx.selectFrom("orders").selectAll().where("brightree_db", "=", row.brightree_db);
  return (
    (await orders.where("sales_order_no", "=", row.sales_order_no).executeTakeFirst()) ??
    (await orders
      .where("patient_id", "=", row.patient_id)
      .where("sales_order_no", "is", null)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst())
  );
}

const columnsOf = ({ brightree_db, patient_id, step, step_reached_at, ...columns }: OrderRow) => columns;

function changesOf(order: Order, row: OrderRow): Partial<Order> {
  const given = Object.entries(columnsOf(row)).filter(
    ([column, value]) => value !== undefined && value !== order[column as keyof Order],
  );
  return Object.fromEntries(given);
}

async function addOrder(trx: Db, now: number, row: OrderRow): Promise<void> {
  const step = row.step ?? 1;
  const reachedAt = row.step_reached_at ?? now;
  const { id } = await trx
    .insertInto("orders")
    .values({
      ...columnsOf(row),
      brightree_db: row.brightree_db,
      patient_id: row.patient_id,
      source_step: step,
      source_step_at: reachedAt,
      step,
      step_at: reachedAt,
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx.insertInto("order_steps").values({ order_id: id, reached_at: reachedAt, step }).execute();
}

/** The order system's step, or the time it says the step was reached, has changed. */
async function moveSource(
  trx: Db,
  now: number,
  order: Order,
  step: number,
  reachedAt: number,
): Promise<void> {
  await trx
    .updateTable("orders")
    .set({ source_step: step, source_step_at: reachedAt, updated_at: now })
    .where("id", "=", order.id)
    .execute();
  const isCorrection = step === order.source_step && order.step === order.source_step;
  if (isCorrection) {
    await trx.updateTable("orders").set({ step_at: reachedAt }).where("id", "=", order.id).execute();
    await trx
      .deleteFrom("order_steps")
      .where("order_id", "=", order.id)
      .where("step", "=", step)
      .where("reached_at", "=", order.source_step_at)
      .execute();
    await trx
      .insertInto("order_steps")
      .values({ order_id: order.id, reached_at: reachedAt, step })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await settleStep(trx, order.id, now, reachedAt);
}
