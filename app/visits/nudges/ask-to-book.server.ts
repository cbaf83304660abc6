import type { App } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { patientLanguage, patientLanguageColumns } from "~/company/patient-language";
import { currentLanguage } from "~/core/language/current-language";
import { inLanguage } from "~/core/language/language-scope.server";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consent/consents.server";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { isOnHold } from "~/messages/holds/number-holds.server";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { patientPageAddresses } from "~/orders/access/patient-page-addresses";
import { recomputeStep } from "~/orders/recompute-step.server";
import { type Asking, askingEmail, askingText } from "./asking-messages";

/**
 * Sends the patient a link to choose a time, by text with consent, or else by email.
 * @returns false if neither is allowed, or if the patient chose phone calls
 */
export async function askToBook(trx: Db, app: App, orderId: number, asking: Asking): Promise<boolean> {
  const order = await findOrder(trx, orderId);
  const channel = await channelOf(trx, order);
  if (!channel) return false;
  const links = patientPageAddresses(app, await linkCodeOf(trx, app, orderId));
  const { patient_name: name, name: companyName, phone: companyPhone, support_hours } = order;
  const patient = { name, company: { name: companyName, phone: companyPhone, support_hours }, links };
  const notice = inLanguage(patientLanguage(order), (): Notice => {
    const about = {
      kind: asking.kind,
      language: currentLanguage(),
      order_id: orderId,
      visit_id: asking.visit?.id ?? null,
      dedupe_key: `${asking.key} ${channel}`,
    };
    const email = { recipient: order.email ?? "", ...askingEmail(asking, patient) };
    if (channel === "email") return { ...about, channel, ...email };
    const replacement = order.email && asking.kind === "missed-visit" ? email : undefined;
    const recipient = order.order_phone ?? "";
    return { ...about, channel, recipient, ...askingText(asking, patient), replacement };
  });
  await enqueue(trx, app, [notice]);
  await noteLinkSent(trx, orderId, app.clock.now());
  return true;
}

const findOrder = (trx: Db, id: number) =>
  ordersWithCompany(trx)
    .select(["orders.phone as order_phone", "orders.email", "orders.updates", "orders.patient_name"])
    .select(["companies.name", "companies.phone", "companies.support_hours", ...patientLanguageColumns])
    .where("orders.id", "=", id)
    .executeTakeFirstOrThrow();

type Order = Awaited<ReturnType<typeof findOrder>>;

async function channelOf(
  trx: Db,
  { order_phone: phone, email, updates }: Order,
): Promise<"sms" | "email" | null> {
  if (updates === "phone") return null;
  if (email && updates === "email") return "email";
  const mayText = phone && (await findConsent(trx, phone)) === "given" && !(await isOnHold(trx, phone));
  if (mayText) return "sms";
  return email ? "email" : null;
}

async function noteLinkSent(trx: Db, orderId: number, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("link_codes")
    .set({ sent_at: now })
    .where("order_id", "=", orderId)
    .where("sent_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await recomputeStep(trx, orderId, now);
}
