import type { AppTx } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { patientLanguage, patientLanguageColumns } from "~/company/patient-language";
import { currentLanguage } from "~/core/language/current-language";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { firstName } from "~/core/short-name";
import type { Db } from "~/db/open.server";
import { closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { patientPageAddresses } from "~/orders/access/patient-page-addresses";
import { recomputeStep } from "~/orders/recompute-step.server";
import type { CompanyContact } from "~/ui/page-context";
import { addressColumns, channelOf } from "../notices/choose-channel.server";
import { textWithCall } from "../notices/patient-messages";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";
import { whenForPatient, whenInText } from "../visit-times";

/**
 * Sends the patient a link to choose a time, by text with consent, or else by email.
 * @returns false if neither is allowed, or if the patient chose phone calls
 */
export async function askToBook({ trx, app }: AppTx, orderId: number, asking: Asking): Promise<boolean> {
  const order = await findOrder(trx, orderId);
  const channel = channelOf(order);
  if (!channel) return false;
  const links = patientPageAddresses(app, await linkCodeOf({ trx, app }, orderId));
  const { patient_name: name, company, company_phone, support_hours } = order;
  const patient = { name, company: { name: company, phone: company_phone, support_hours }, links };
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
    const recipient = order.phone ?? "";
    return { ...about, channel, recipient, ...askingText(asking, patient), replacement };
  });
  await enqueue({ trx, app }, [notice]);
  await noteLinkSent(trx, orderId, app.clock.now());
  return true;
}

const findOrder = (trx: Db, id: number) =>
  ordersWithCompany(trx)
    .select([...addressColumns, "orders.patient_name", ...patientLanguageColumns])
    .select(["companies.name as company", "companies.phone as company_phone", "companies.support_hours"])
    .where("orders.id", "=", id)
    .executeTakeFirstOrThrow();

async function noteLinkSent(trx: Db, orderId: number, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("link_codes")
    .set({ sent_at: now })
    .where("order_id", "=", orderId)
    .where("sent_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await recomputeStep(trx, orderId, now);
}

/** The reason for asking the patient to choose a time. */
interface Asking {
  kind: "missed-visit" | "nudge";
  /** A second message with the same key isn't sent. */
  key: string;
  visit?: Visit;
}

interface AskedPatient {
  name: string | null;
  company: CompanyContact;
  links: { schedule: string; track: string };
}

function askingText({ visit }: Asking, { company, links }: AskedPatient) {
  const { text } = visitStrings;
  const sentence = (link: string) =>
    visit ? fill(text.missed, { when: whenInText(visit), link }) : fill(text.nudge, { link });
  return textWithCall((link) => `${company.name}: ${sentence(link)}`, links.schedule, company);
}

function askingEmail({ visit }: Asking, { name, company, links }: AskedPatient) {
  const { subject, lead } = visitStrings;
  return {
    subject: visit ? subject.missed : subject.nudge,
    body: mailText(
      greeting(firstName(name)),
      visit ? fill(lead.missed, { when: whenForPatient(visit) }) : lead.nudge,
      linkLine({ label: visit ? lead.chooseNew : lead.choose, href: links.schedule }),
      linkLine({ label: visitStrings.trackLink, href: links.track }),
      closing(company),
    ),
  };
}
