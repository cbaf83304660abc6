import type { App } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { patientLanguage, patientLanguageColumns } from "~/company/patient-language";
import { inLanguage } from "~/core/language/language-scope.server";
import { Refusal } from "~/core/refusal";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consent/consents.server";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { codeEmail, codeText } from "../code-notices";
import { recomputeStep } from "../recompute-step.server";
import { linkCodeOf } from "./link-code.server";

interface Sending {
  orderId: number;
  code: string;
  phone: string | null;
  email: string | null;
}

/** Sends a code by text, or by email if the number has opted out. @returns null if nothing could be sent */
export async function sendCode(trx: Db, app: App, sending: Sending): Promise<string | null> {
  const { config, clock } = app;
  const {
    email,
    patient_name: name,
    has_visit: hasVisit,
    name: companyName,
    phone: companyPhone,
    support_hours,
    ...reader
  } = await ordersWithCompany(trx)
    .select((of) => [
      "orders.email",
      "orders.patient_name",
      "companies.name",
      "companies.phone",
      "companies.support_hours",
      ...patientLanguageColumns,
      of
        .exists(
          of
            .selectFrom("visits")
            .select("visits.id")
            .whereRef("visits.order_id", "=", "orders.id")
            .where("visits.status", "in", activeStatuses),
        )
        .as("has_visit"),
    ])
    .where("orders.id", "=", sending.orderId)
    .executeTakeFirstOrThrow();
  const link = await linkCodeOf(trx, app, sending.orderId);
  const message = {
    orderId: sending.orderId,
    name,
    company: { name: companyName, phone: companyPhone, support_hours },
    code: sending.code,
    days: config.accessCodeDays,
    hasVisit: Boolean(hasVisit),
    scheduleUrl: `${config.publicUrl}/schedule/${link}`,
    trackUrl: `${config.publicUrl}/track/${link}`,
    loginUrl: `${config.publicUrl}/login`,
  };
  const stopped = sending.phone !== null && (await findConsent(trx, sending.phone)) === "withdrawn";
  const address = sending.email ?? (stopped ? email : null);
  const scope = patientLanguage(reader);
  const toEmail = (to: string) => inLanguage(scope, () => codeEmail(to, message));
  const notices: Notice[] = [];
  const { phone } = sending;
  if (phone && !stopped) {
    const replacement = !address && email ? toEmail(email) : undefined;
    notices.push({ ...inLanguage(scope, () => codeText(phone, message)), replacement });
  }
  if (address) notices.push(toEmail(address));
  if (notices.length === 0) return null;
  const now = clock.now();
  await enqueue(trx, app, notices);
  await trx
    .updateTable("link_codes")
    .set({ sent_at: now })
    .where("order_id", "=", sending.orderId)
    .where("sent_at", "is", null)
    .execute();
  await recomputeStep(trx, sending.orderId, now);
  return link;
}

export const unreachable = () =>
  new Refusal("conflict", "This number has opted out of texts. Add an email address to send the code to.");
