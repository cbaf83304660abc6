import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { dayOf } from "~/core/dates";
import { filled, optional, phoneWithExtension } from "~/core/fields";
import { splitExtension } from "~/core/phone-extension";
import { postalCodeOf } from "~/core/postal-code";
import { invalidField, Refusal } from "~/core/refusal";
import { isSupervisor, type Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { wrongZip } from "./order-row";
import { databaseName, patientId } from "./order-schema";
import { insertOrders } from "./upsert-orders.server";

/** A postal code as someone writes it. */
export const postalCode = z
  .string(wrongZip)
  .max(20, wrongZip)
  .transform((typed, context) => {
    const zip = postalCodeOf(typed);
    if (!zip) context.addIssue({ code: "custom", message: wrongZip });
    return zip ?? z.NEVER;
  });

export const CreateOrder = z.object({
  brightree_db: databaseName,
  patient_id: patientId,
  patient_name: filled(200, "Enter the patient's name."),
  phone: phoneWithExtension,
  dob: z
    .string("Enter the date of birth.")
    .max(40, "Enter the date of birth.")
    .transform((typed, context) => {
      const date = dayOf(typed);
      if (!date) context.addIssue({ code: "custom", message: "Enter a date of birth like 1/31/1960." });
      return date ?? z.NEVER;
    }),
  zip: optional(postalCode),
});
export type CreateOrder = z.output<typeof CreateOrder>;

/** The databases in which a user can create orders: therapists only in databases of their company. */
export async function listOwnDatabases(db: Db, who: Staff): Promise<string[]> {
  let query = db.selectFrom("databases").select("databases.name").limit(500);
  if (!isSupervisor(who)) {
    query = query
      .innerJoin("therapists", "therapists.company_id", "databases.company_id")
      .where("therapists.id", "=", who.therapistId);
  }
  return sortedByName(await query.execute()).map(({ name }) => name);
}

/**
 * Creates an order in the first step for a patient that the order system hasn't sent yet. A later import with the
 * same database and patient ID fills in its sales order number.
 * @returns the order's ID
 * @throws Refusal "invalid" for another company's database; "conflict", with the order's ID as `extra.order`, if the
 * patient already has an open order there
 */
export function createOrder(app: App, who: Staff, input: CreateOrder): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    if (!(await listOwnDatabases(trx, who)).includes(input.brightree_db)) {
      throw invalidField("brightree_db", "Choose a database.");
    }
    const open = await trx
      .selectFrom("orders")
      .select("id")
      .where("brightree_db", "=", input.brightree_db)
      .where("patient_id", "=", input.patient_id)
      .where("closed_at", "is", null)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (open) {
      throw new Refusal(
        "conflict",
        `Patient ${input.patient_id} already has an open order in ${input.brightree_db}. Use that order.`,
        { extra: { order: open.id } },
      );
    }
    const now = app.clock.now();
    if (Date.parse(input.dob) > now) throw invalidField("dob", "This date of birth is in the future.");
    const { number, extension } = splitExtension(input.phone);
    const order = { ...input, phone: number, phone_ext: extension ?? undefined };
    const [id = 0] = await insertOrders(trx, now, [order]);
    await logAudit({ trx, app, who }, "order.created", `order ${id}`);
    return id;
  });
}
