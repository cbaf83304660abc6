import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx, Tx } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { patientLanguage, patientLanguageColumns } from "~/company/patient-language";
import { inLanguage } from "~/core/language/language-scope.server";
import { linkCodeIn } from "~/core/link-code";
import { Refusal } from "~/core/refusal";
import { newLinkCode } from "~/core/secrets.server";
import { activeStatuses } from "~/core/visit-status";
import type { Who } from "~/core/who";
import { findConsent } from "~/messages/consent/consents.server";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { recomputeStep } from "../recompute-step.server";
import { refuseClosedOrder } from "../refuse-closed-order.server";
import { codeEmail, codeText } from "./code-notices";
import { linkCodeOf } from "./link-code.server";
import { type Contact, makeAccessCode } from "./make-access-code.server";
import { patientPageAddresses } from "./patient-page-addresses";

export const offerHash = ({ secrets }: Pick<App, "secrets">, code: string) =>
  secrets.lookup("offer", linkCodeIn(code));

export const offerHref = ({ config }: Pick<App, "config">, code: string) =>
  `${config.publicUrl}/offer/${code}`;

interface Sending extends Contact {
  orderId: number;
  code: string;
  expiresAt: number;
  /** True if the text may wait until quiet hours end, because the patient didn't ask for it. */
  isInBulk?: boolean | undefined;
}

/**
 * Sends a code and the order's link. Patients who opted out of texts get an email.
 * @returns the link's code, or null if nothing could be sent
 * @throws Refusal "conflict" if staff closed the order
 */
export async function sendCode({ trx, app }: AppTx, sending: Sending): Promise<string | null> {
  const { orderId, code, expiresAt, phone } = sending;
  refuseClosedOrder(
    await trx
      .selectFrom("orders")
      .select(["staff_closed_at", "close_reason"])
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow(),
  );
  const { email, patient_name, has_visit, name, company_phone, support_hours, ...reader } =
    await ordersWithCompany(trx)
      .select((eb) => [
        "orders.email",
        "orders.patient_name",
        "companies.name",
        "companies.phone as company_phone",
        "companies.support_hours",
        ...patientLanguageColumns,
        eb
          .exists(
            eb
              .selectFrom("visits")
              .select("visits.id")
              .whereRef("visits.order_id", "=", "orders.id")
              .where("visits.status", "in", activeStatuses),
          )
          .as("has_visit"),
      ])
      .where("orders.id", "=", orderId)
      .executeTakeFirstOrThrow();
  const link = await linkCodeOf({ trx, app }, orderId);
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
    const text = inLanguage(scope, () => codeText(phone, message));
    notices.push({ ...text, replacement, ...(sending.isInBulk && { waitsInQuietHours: true as const }) });
  }
  if (address) notices.push(toEmail(address));
  if (notices.length === 0) return null;
  const now = app.clock.now();
  await enqueue({ trx, app }, notices);
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

/** Sends a new code if this one expired, was used, or was replaced. @throws Refusal */
export function resendCode(app: App, who: Who, { id }: { id: number }) {
  return app.db.transaction().execute((trx) => resendWithin({ trx, app, who }, { id }));
}

/** `resendCode` inside the caller's transaction. */
export async function resendWithin(
  { trx, app, who }: Tx,
  { id, isInBulk }: { id: number } & Pick<Sending, "isInBulk">,
) {
  const previous = await trx
    .selectFrom("access_codes")
    .select(["id", "order_id as orderId", "code_sealed", "phone", "email", "expires_at", "ended_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Code not found."));
  const { orderId, phone, email } = previous;
  const isLive = previous.ended_at === null && previous.expires_at > app.clock.now();
  const live = isLive
    ? { id, code: app.secrets.open(previous.code_sealed), expiresAt: previous.expires_at }
    : await makeAccessCode({ trx, app }, orderId, { phone, email });
  const link = await sendCode({ trx, app }, { orderId, ...live, phone, email, isInBulk });
  if (link === null) throw unreachable();
  if (isLive) {
    await trx.updateTable("access_codes").set({ sent_at: app.clock.now() }).where("id", "=", id).execute();
  }
  await logAudit({ trx, app, who }, isLive ? "code.resent" : "code.generated", `order ${orderId}`);
  return { id: live.id, code: live.code, orderId, link };
}

export function newOfferCode(app: Pick<App, "secrets">) {
  const code = newLinkCode();
  return { code, columns: { code_hash: offerHash(app, code), code_sealed: app.secrets.seal(code) } };
}

/** Ends the order's offers, their links, and the patient's requests for times. The offers stay on file. */
export async function endOffersOfOrder({ trx, app }: AppTx, orderId: number): Promise<void> {
  await trx.deleteFrom("earlier_wishes").where("order_id", "=", orderId).execute();
  await trx
    .updateTable("waits")
    .set({ ended_at: app.clock.now(), ended_because: "access" })
    .where("order_id", "=", orderId)
    .where("ended_at", "is", null)
    .execute();
  const offers = await trx.selectFrom("offers").select("id").where("order_id", "=", orderId).execute();
  for (const { id } of offers) {
    await trx.updateTable("offers").set(newOfferCode(app).columns).where("id", "=", id).execute();
  }
  await trx
    .updateTable("offers")
    .set({ status: "withdrawn" })
    .where("order_id", "=", orderId)
    .where("status", "=", "open")
    .execute();
}
