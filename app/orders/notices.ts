import type { CompanyContact } from "~/company/company.server";
import { firstName } from "~/core/first-name";
import { plural } from "~/core/plural";
import type { Notice } from "~/messages/enqueue.server";
import { closing, greeting, linkLine, mailText } from "~/messages/mail-text";
import { messageStrings } from "~/messages/strings";

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

// No illness, device or insurer: others may see the phone.
const what = "Equipment setup visit";

export function codeText(phone: string, message: CodeMessage): Notice {
  const { company, code, scheduleUrl, trackUrl, loginUrl, hasVisit } = message;
  return {
    channel: "sms",
    recipient: phone,
    subject: null,
    kind: "access-code",
    order_id: message.orderId,
    shown: messageStrings.codeHidden,
    body: `${company.name}: ${hasVisit ? "See or change your visit" : "Choose your visit time"}: ${scheduleUrl} or use code ${code} at ${loginUrl}. Track your order: ${trackUrl} Msg & data rates may apply. Reply STOP to opt out, HELP for help.`,
  };
}

export function codeEmail(address: string, message: CodeMessage): Notice & { subject: string } {
  const { name, company, code, days, scheduleUrl, trackUrl, loginUrl, hasVisit } = message;
  return {
    channel: "email",
    recipient: address,
    subject: hasVisit ? `${what}: your new link` : `${what}: choose a time`,
    kind: "access-code",
    order_id: message.orderId,
    body: mailText(
      greeting(firstName(name)),
      hasVisit
        ? "Here is a new link to your setup visit. Your visit has not changed."
        : "Your order is ready to schedule. Choose the time of your setup visit.",
      linkLine({ label: hasVisit ? "See my visit" : "Choose a time", href: scheduleUrl }),
      `Or sign in at ${loginUrl} with this access code: ${code}\nThe code works once, within ${plural(days, "day")}.`,
      linkLine({ label: "Track your order", href: trackUrl }),
      "Don't forward this message. Anyone who has it can book your visit.",
      closing(company),
    ),
  };
}
