import type { CompanyContact } from "~/company/company.server";
import { firstName } from "~/core/first-name";
import { currentLanguage } from "~/core/language/current-language";
import { counted, fill } from "~/core/language/strings";
import { closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import type { Notice } from "~/messages/enqueue.server";
import { messageStrings } from "~/messages/staff-strings";
import { strings } from "./strings";

interface CodeMessage {
  orderId: number;
  name: string | null;
  company: CompanyContact;
  code: string;
  days: number;
  hasVisit: boolean;
  scheduleUrl: string;
  trackUrl: string;
  loginUrl: string;
}

/** In the reader's language. */
export function codeText(phone: string, message: CodeMessage): Notice {
  const { company, code, hasVisit } = message;
  const links = { schedule: message.scheduleUrl, track: message.trackUrl, login: message.loginUrl };
  return {
    channel: "sms",
    recipient: phone,
    subject: null,
    kind: "access-code",
    language: currentLanguage(),
    order_id: message.orderId,
    shown: messageStrings.codeHidden,
    body: `${company.name}: ${fill(hasVisit ? strings.text.change : strings.text.choose, { ...links, code })}`,
  };
}

/** In the reader's language. */
export function codeEmail(address: string, message: CodeMessage): Notice & { subject: string } {
  const { name, company, code, days, scheduleUrl, trackUrl, loginUrl, hasVisit } = message;
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
      linkLine({ label: hasVisit ? email.changeLink : email.chooseLink, href: scheduleUrl }),
      `${fill(email.signIn, { login: loginUrl, code })}\n${counted(email.validFor, days)}`,
      linkLine({ label: email.track, href: trackUrl }),
      email.secret,
      closing(company),
    ),
  };
}
