import { currentLanguage } from "~/core/language/current-language";
import { counted, fill, type Plural } from "~/core/language/strings";
import { firstName } from "~/core/short-name";
import { day, hour, minute } from "~/core/time";
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
  /** How long the code still works, in ms. */
  validFor: number;
  hasVisit: boolean;
  links: { schedule: string; track: string; login: string };
}

/** Below this, messages state the time left in hours, and texts state it at all. */
const shortTime = 2 * day;

interface TimeLeft {
  days?: Plural;
  hours: Plural;
  minutes: Plural;
}

/** The time left in its largest unit, rounded down. */
function timeLeft(left: number, { days, hours, minutes }: TimeLeft): string {
  if (days && left >= shortTime) return counted(days, Math.floor(left / day));
  if (left >= hour) return counted(hours, Math.floor(left / hour));
  return counted(minutes, Math.max(1, Math.floor(left / minute)));
}

/** The text for the patient, in the current language. */
export function codeText(phone: string, message: CodeMessage): Notice {
  const { orderId, company, code, validFor, hasVisit, links } = message;
  const { change, choose, expiresInHours, expiresInMinutes } = strings.text;
  const left =
    validFor >= shortTime
      ? ""
      : ` (${timeLeft(validFor, { hours: expiresInHours, minutes: expiresInMinutes })})`;
  return {
    channel: "sms",
    recipient: phone,
    kind: "access-code",
    language: currentLanguage(),
    order_id: orderId,
    shown: messageStrings.codeHidden,
    body: `${company.name}: ${fill(hasVisit ? change : choose, { ...links, code: code + left })}`,
  };
}

/** The email for the patient, in the current language. */
export function codeEmail(address: string, message: CodeMessage): Notice & { subject: string } {
  const { name, company, code, validFor, links, hasVisit } = message;
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
      `${fill(email.signIn, { login: links.login, code })}\n${timeLeft(validFor, { days: email.validFor, hours: email.validForHours, minutes: email.validForMinutes })}`,
      linkLine({ label: email.track, href: links.track }),
      email.secret,
      closing(company),
    ),
  };
}
