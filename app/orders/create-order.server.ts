import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { dayOf } from "~/core/dates";
import { emailAddress, filled, optional, phoneWithExtension } from "~/core/fields";
import { splitExtension } from "~/core/phone-extension";
import { postalCodeOf } from "~/core/postal-code";
import { invalidField, Refusal } from "~/core/refusal";
import { isSupervisor, type Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { nameKey, withNumbers } from "./import/make-numbers.server";
import { wrongZip } from "./order-row";
import { databaseName, patientId } from "./order-schema";
import { listDatabases } from "./order-system/databases.server";
import { steps } from "./step";
import { insertOrders } from "./upsert-orders.server";

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
  /** Empty for a patient without a number, in a database without an order system. */
  patient_id: optional(patientId),
  patient_name: filled(200, "Enter the patient's name."),
  /** Needed unless there is an email address. */
  phone: optional(phoneWithExtension),
  email: optional(emailAddress),
  /** Starts the order in step 4, Ready to Schedule, unless an order system decides its step. */
  is_ready: z.string().optional(),
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
async function listOwnDatabases(db: Db, who: Staff): Promise<string[]> {
  let query = db.selectFrom("databases").select("databases.name").limit(500);
  if (!isSupervisor(who)) {
    query = query
      .innerJoin("therapists", "therapists.company_id", "databases.company_id")
      .where("therapists.id", "=", who.therapistId);
  }
  return sortedByName(await query.execute()).map(({ name }) => name);
}

/** The same databases, each with whether an order system sends its orders. */
export async function listOwnSources(app: App, who: Staff) {
  const own = new Set(await listOwnDatabases(app.reads, who));
  const all = await listDatabases(app);
  return all
    .filter(({ name }) => own.has(name))
    .map(({ name, kind }) => ({ name, hasOrderSystem: kind !== "local" }));
}

/**
 * Creates an order for a patient that the order system hasn't sent yet, or of a company without one. A later import with
 * the same database and patient ID fills in its sales order number. A patient without a number gets the one that an import
 * makes from the same name and date of birth.
 * @returns the order's ID
 * @throws Refusal "invalid" for another company's database; "conflict", with the order's ID as `extra.order`, if the
 * patient already has an open order there
 */
export async function createOrder(app: App, who: Staff, input: CreateOrder): Promise<number> {
  const sources = await listOwnSources(app, who);
  return app.db.transaction().execute(async (trx) => {
    const { is_ready: isReady, brightree_db, patient_name, dob, email, zip } = input;
    const source = sources.find(({ name }) => name === brightree_db);
    if (!source) throw invalidField("brightree_db", "Choose a database.");
    if (input.patient_id === undefined && source.hasOrderSystem) {
      throw invalidField("patient_id", "Enter the patient's number in the order system.");
    }
    if (input.phone === undefined && email === undefined) {
      throw invalidField("phone", "Enter a phone number or an email address.");
    }
    const contact = input.phone === undefined ? null : splitExtension(input.phone);
    const patient_id =
      input.patient_id ?? Number(withNumbers({ brightree_db, patient_name, dob }).patient_id);
    const openOrders = trx
      .selectFrom("orders")
      .select(["id", "patient_name"])
      .where("brightree_db", "=", brightree_db)
      .where("closed_at", "is", null)
      .orderBy("id", "desc")
      .limit(100);
    const open =
      input.patient_id === undefined
        ? (await openOrders.where("dob", "=", dob).execute()).find(
            (order) => nameKey(order.patient_name ?? "") === nameKey(patient_name),
          )
        : await openOrders.where("patient_id", "=", patient_id).executeTakeFirst();
    if (open) {
      throw new Refusal(
        "conflict",
        input.patient_id === undefined
          ? "A patient with this name and date of birth already has an open order. Use that order."
          : `Patient ${patient_id} already has an open order in ${brightree_db}. Use that order.`,
        { extra: { order: open.id } },
      );
    }
    const now = app.clock.now();
    if (Date.parse(dob) > now) throw invalidField("dob", "This date of birth is in the future.");
    const order = {
      brightree_db,
      patient_id,
      patient_name,
      dob,
      email,
      zip,
      phone: contact?.number,
      phone_ext: contact?.extension ?? undefined,
      step: isReady && !source.hasOrderSystem ? steps.readyToSchedule : undefined,
    };
    const [id = 0] = await insertOrders(trx, now, [order]);
    await logAudit({ trx, app, who }, "order.created", `order ${id}`);
    return id;
  });
}
