import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import { newestOpenFirst } from "../order-by-newest-open.server";
import type { GenerateCode } from "../order-schema";

/**
 * Finds the order with the given number, or the patient's newest open order. Fills in a missing phone and
 * email.
 */
export async function orderForCode(trx: Db, app: App, input: GenerateCode): Promise<number> {
  const database = await trx
    .selectFrom("databases")
    .select("name")
    .where("name", "=", input.brightree_db)
    .executeTakeFirst();
  if (!database) throw invalidField("brightree_db", `There is no database "${input.brightree_db}".`);
  const found = await findOrder(trx, input);
  if (!found) return addOrder(trx, app.clock.now(), input);
  if (found.patient_id !== input.patient_id) {
    throw new Refusal("conflict", "This sales order belongs to another patient.", {
      fields: { patient_id: ["This sales order belongs to another patient."] },
    });
  }
  const missing = {
    phone: found.phone ?? input.phone ?? null,
    email: found.email ?? input.email ?? null,
    sales_order_no: found.sales_order_no ?? input.sales_order_no ?? null,
  };
  await trx.updateTable("orders").set(missing).where("id", "=", found.id).execute();
  return found.id;
}

async function findOrder(trx: Db, { brightree_db, patient_id, sales_order_no }: GenerateCode) {
  const orders = trx
    .selectFrom("orders")
    .select(["id", "patient_id", "phone", "email", "sales_order_no"])
    .where("brightree_db", "=", brightree_db);
  if (sales_order_no !== undefined) {
    const named = await orders.where("sales_order_no", "=", sales_order_no).executeTakeFirst();
    if (named) return named;
  }
  return orders
    .where("patient_id", "=", patient_id)
    .$if(sales_order_no !== undefined, (query) => query.where("sales_order_no", "is", null))
    .orderBy(newestOpenFirst)
    .limit(1)
    .executeTakeFirst();
}

async function addOrder(trx: Db, now: number, input: GenerateCode): Promise<number> {
  const readyToSchedule = 4;
  const { id } = await trx
    .insertInto("orders")
    .values({
      brightree_db: input.brightree_db,
      patient_id: input.patient_id,
      sales_order_no: input.sales_order_no ?? null,
      phone: input.phone ?? null,
      email: input.email ?? null,
      source_step: readyToSchedule,
      source_step_at: now,
      step: readyToSchedule,
      step_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("order_steps")
    .values({ order_id: id, reached_at: now, step: readyToSchedule })
    .execute();
  return id;
}
