import type { AppTx } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { fill } from "~/core/language/strings";
import { firstName } from "~/core/short-name";
import type { Db } from "~/db/open.server";
import { closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { patientPageAddresses } from "~/orders/access/patient-page-addresses";
import { recomputeStep } from "~/orders/recompute-step.server";
import type { CompanyContact } from "~/ui/page-context";
import { askPatient } from "../notices/ask-patient.server";
import { textWithCall } from "../notices/patient-messages";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";
import { whenForPatient, whenInText } from "../visit-times";

/**
 * Sends the patient a link to choose a time.
 * @returns false if neither a text nor an email is allowed
 */
export async function askToBook({ trx, app }: AppTx, orderId: number, asking: AskToBook): Promise<boolean> {
  const { kind, key, visit } = asking;
  const channel = await askPatient(
    { trx, app },
    {
      orderId,
      kind,
      key,
      visit_id: visit?.id ?? null,
      async write() {
        const order = await findOrder(trx, orderId);
        const links = patientPageAddresses(app, await linkCodeOf({ trx, app }, orderId));
        const { patient_name: name, company, company_phone: phone, support_hours } = order;
        const patient = { name, company: { name: company, phone, support_hours }, links };
        return { text: askingText(asking, patient), mail: askingEmail(asking, patient) };
      },
    },
  );
  if (channel) await noteLinkSent(trx, orderId, app.clock.now());
  return channel !== null;
}

const findOrder = (trx: Db, id: number) =>
  ordersWithCompany(trx)
    .select(["orders.patient_name", "companies.name as company"])
    .select(["companies.phone as company_phone", "companies.support_hours"])
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
interface AskToBook {
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

function askingText({ visit }: AskToBook, { company, links }: AskedPatient) {
  const { text } = visitStrings;
  const sentence = (link: string) =>
    visit ? fill(text.missed, { when: whenInText(visit), link }) : fill(text.nudge, { link });
  return textWithCall({
    sentence: (link) => `${company.name}: ${sentence(link)}`,
    link: links.schedule,
    company,
    ...(!visit && { end: text.stop }),
  });
}

function askingEmail({ visit }: AskToBook, { name, company, links }: AskedPatient) {
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
