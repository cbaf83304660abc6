import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { splitExtension } from "~/core/phone-extension";
import { invalidField, Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { newestOpenFirst } from "../newest-open-first.server";
import type { GenerateCode } from "../order-schema";
import { steps } from "../step";
import { insertOrders, noDatabase } from "../upsert-orders.server";
import { makeAccessCode } from "./make-access-code.server";
import { sendCode, unreachable } from "./send-code.server";

/** Replaces the order's live code. Creates the order if it is unknown. @throws Refusal */
export function generateCode(app: App, who: Who, input: GenerateCode) {
  return app.db.transaction().execute(async (trx) => {
    const orderId = await findOrAddOrder({ trx, app }, input);
    const phone = input.phone === undefined ? null : splitExtension(input.phone).number;
    const to = { phone, email: input.email ?? null };
    const { id, code, expiresAt } = await makeAccessCode({ trx, app }, orderId, to);
    const link = await sendCode({ trx, app }, { orderId, code, expiresAt, ...to });
    if (link === null) throw unreachable();
    await logAudit({ trx, app, who }, "code.generated", `order ${orderId}`);
    return { id, orderId, code, link };
  });
}

async function findOrAddOrder({ trx, app }: AppTx, input: GenerateCode): Promise<number> {
  const database = await trx
    .selectFrom("databases")
    .select("name")
    .where("name", "=", input.brightree_db)
    .executeTakeFirst();
  if (!database) throw invalidField("brightree_db", noDatabase(input.brightree_db).error);
  const found = await findOrder(trx, input);
  const phone = input.phone === undefined ? null : splitExtension(input.phone);
  if (!found) {
    const contact = phone && { phone: phone.number, phone_ext: phone.extension ?? undefined };
    const order = { ...input, ...contact, step: steps.readyToSchedule };
    const [id = 0] = await insertOrders(trx, app.clock.now(), [order]);
    return id;
  }
  if (found.patient_id !== input.patient_id) {
    const message = "This sales order belongs to another patient.";
    throw new Refusal("conflict", message, { fields: { patient_id: [message] } });
  }
  const missing = {
    ...(found.phone === null && phone && { phone: phone.number, phone_ext: phone.extension }),
    email: found.email ?? input.email ?? null,
    sales_order_no: found.sales_order_no ?? input.sales_order_no ?? null,
  };
  await trx.updateTable("orders").set(missing).where("id", "=", found.id).execute();
  return found.id;
}

/** Finds the order by number, or else the patient's newest open order that can take this number. */
async function findOrder(trx: Db, { brightree_db, patient_id, sales_order_no }: GenerateCode) {
  const orders = trx
    .selectFrom("orders")
    .select(["id", "patient_id", "phone", "email", "sales_order_no"])
    .where("brightree_db", "=", brightree_db);
  if (sales_order_no !== undefined) {
    const numbered = await orders.where("sales_order_no", "=", sales_order_no).executeTakeFirst();
    if (numbered) return numbered;
  }
  return orders
    .where("patient_id", "=", patient_id)
    .$if(sales_order_no !== undefined, (query) => query.where("sales_order_no", "is", null))
    .orderBy(newestOpenFirst)
    .limit(1)
    .executeTakeFirst();
}
