import type { App } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { patientLanguage, patientLanguageColumns } from "~/company/patient-language";
import { inLanguage } from "~/core/language/language-scope.server";
import { Refusal } from "~/core/refusal";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consent/consents.server";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { recomputeStep } from "../recompute-step.server";
import { codeEmail, codeText } from "./code-notices";
import { linkCodeOf } from "./link-code.server";
import type { Contact } from "./make-access-code.server";
import { patientPageAddresses } from "./patient-page-addresses";

interface Sending extends Contact {
  orderId: number;
  code: string;
  expiresAt: number;
}

/**
 * Sends a code and the order's link. Patients who opted out of texts get an email.
 * @returns the link's code, or null if nothing could be sent
 */
export async function sendCode(trx: Db, app: App, sending: Sending): Promise<string | null> {
  const { orderId, code, expiresAt, phone } = sending;
  const { email, patient_name, has_visit, name, company_phone, support_hours, ...reader } =
    await ordersWithCompany(trx)
      .select((of) => [
        "orders.email",
        "orders.patient_name",
        "companies.name",
        "companies.phone as company_phone",
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
      .where("orders.id", "=", orderId)
      .executeTakeFirstOrThrow();
  const link = await linkCodeOf(trx, app, orderId);
  const message = {
    orderId,
    name: patient_name,
    company: { name, phone: company_phone, support_hours },
    code,
    validFor: expiresAt - app.clock.now(),
    hasVisit: Boolean(has_visit),
    links: { ...patientPageAddresses(app, link), login: `${app.config.publicUrl}/login` },
  };
  const stopped = phone !== null && (await findConsent(trx, phone)) === "withdrawn";
  const address = sending.email ?? (stopped ? email : null);
  const scope = patientLanguage(reader);
  const toEmail = (to: string) => inLanguage(scope, () => codeEmail(to, message));
  const notices: Notice[] = [];
  if (phone && !stopped) {
    const replacement = !address && email ? toEmail(email) : undefined;
    notices.push({ ...inLanguage(scope, () => codeText(phone, message)), replacement });
  }
  if (address) notices.push(toEmail(address));
  if (notices.length === 0) return null;
  const now = app.clock.now();
  await enqueue(trx, app, notices);
  await trx
    .updateTable("link_codes")
    .set({ sent_at: now })
    .where("order_id", "=", orderId)
    .where("sent_at", "is", null)
    .execute();
  await recomputeStep(trx, orderId, now);
  return link;
}

export const unreachable = () =>
  new Refusal("conflict", "This number has opted out of texts. Add an email address to send the code to.");
