import { firstName } from "~/core/first-name";
import { currentLanguage } from "~/core/language/current-language";
import { counted, fill } from "~/core/language/strings";
import { closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import type { Notice } from "~/messages/enqueue.server";
import { messageStrings } from "~/messages/staff-strings";
import type { CompanyContact } from "~/ui/page-context";
import { strings } from "../strings";

interface CodeMessage {
  orderId: number;
  name: string | null;
  company: CompanyContact;
  code: string;
  days: number;
  hasVisit: boolean;
  links: { schedule: string; track: string; login: string };
}

/** The text for the patient, in the current language. */
export function codeText(phone: string, { orderId, company, code, hasVisit, links }: CodeMessage): Notice {
  const { change, choose } = strings.text;
  return {
    channel: "sms",
    recipient: phone,
    kind: "access-code",
    language: currentLanguage(),
    order_id: orderId,
    shown: messageStrings.codeHidden,
    body: `${company.name}: ${fill(hasVisit ? change : choose, { ...links, code })}`,
  };
}

/** The email for the patient, in the current language. */
export function codeEmail(address: string, message: CodeMessage): Notice & { subject: string } {
  const { name, company, code, days, links, hasVisit } = message;
  const { email } = strings;
  return {
    channel: "email",
    recipient: address,
    subject: hasVisit ? email.changeSubject : email.chooseSubject,
    kind: "access-code",
    language: currentLanguage(),
    order_id: message.orderId,
    body: mailText(
      greeting(firstName(name)),
      hasVisit ? email.change : email.choose,
      linkLine({ label: hasVisit ? email.changeLink : email.chooseLink, href: links.schedule }),
      `${fill(email.signIn, { login: links.login, code })}\n${counted(email.validFor, days)}`,
      linkLine({ label: email.track, href: links.track }),
      email.secret,
      closing(company),
    ),
  };
}
