import type { AppTx } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { patientLanguage, patientLanguageColumns } from "~/company/patient-language";
import { currentLanguage } from "~/core/language/current-language";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { shortName } from "~/core/short-name";
import { closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { messageStrings } from "~/messages/staff-strings";
import { patientPageAddresses } from "../access/patient-page-addresses";
import { strings } from "../strings";
import type { Helper } from "./find-helper.server";

/** The text waits until the helper replies YES. The email is sent immediately. */
export async function sendHelperLink({ trx, app }: AppTx, helper: Helper, code: string): Promise<void> {
  const { patient_name, name, phone, support_hours, ...reader } = await ordersWithCompany(trx)
    .select([
      "orders.patient_name",
      "companies.name",
      "companies.phone",
      "companies.support_hours",
      ...patientLanguageColumns,
    ])
    .where("orders.id", "=", helper.order_id)
    .executeTakeFirstOrThrow();
  const links = patientPageAddresses(app, code);
  const company = { name, phone, support_hours };
  const notices = inLanguage(patientLanguage(reader), () =>
    noticesFor(helper, { patient: patientLabel(patient_name), company, links }),
  );
  await enqueue({ trx, app }, notices);
}

/** "Ruth A.", or "one of our patients" if no name is on file. */
export const patientLabel = (name: string | null): string => shortName(name) ?? strings.helper.thePatient;

interface HelperMessage {
  patient: string;
  company: Parameters<typeof closing>[0];
  links: { schedule: string; track: string };
}

function noticesFor(helper: Helper, { patient, company, links }: HelperMessage): Notice[] {
  const { text, email } = strings.helper;
  const about = { kind: "helper-link" as const, language: currentLanguage(), order_id: helper.order_id };
  const body = (link: string) => `${company.name}: ${fill(text.named, { patient, link })}`;
  const notices: Notice[] = [];
  if (helper.phone) {
    notices.push({
      ...about,
      channel: "sms",
      recipient: helper.phone,
      helper: helper.name,
      body: body(links.schedule),
      shown: body(messageStrings.linkHidden),
    });
  }
  if (helper.email) {
    notices.push({
      ...about,
      channel: "email",
      recipient: helper.email,
      subject: email.subject,
      body: mailText(
        greeting(helper.name),
        fill(email.named, { patient }),
        linkLine({ label: email.see, href: links.schedule }),
        linkLine({ label: strings.email.track, href: links.track }),
        email.secret,
        closing(company),
      ),
    });
  }
  return notices;
}
