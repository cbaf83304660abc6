import type { Notice } from "~/messages/enqueue.server";
import { messageStrings } from "~/messages/strings";

interface CodeLetter {
  orderId: number;
  company: string;
  code: string;
  days: number;
  scheduleUrl: string;
  trackUrl: string;
  loginUrl: string;
}

// No illness, device or insurer: others may see the phone.
const what = "Equipment setup visit";

export function codeText(phone: string, letter: CodeLetter): Notice {
  return {
    channel: "sms",
    recipient: phone,
    subject: null,
    kind: "access-code",
    order_id: letter.orderId,
    shown: messageStrings.codeHidden,
    body: `${letter.company}: please choose the time of your setup visit: ${letter.scheduleUrl} or sign in at ${letter.loginUrl} with code ${letter.code}. Where your order stands: ${letter.trackUrl} Msg & data rates may apply. Reply STOP to opt out, HELP for help.`,
  };
}

export function codeEmail(address: string, letter: CodeLetter): Notice & { subject: string } {
  return {
    channel: "email",
    recipient: address,
    subject: `${what}: please choose a time`,
    kind: "access-code",
    order_id: letter.orderId,
    body: [
      "Your order is ready to schedule. Please choose the time of your setup visit:",
      letter.scheduleUrl,
      `Or sign in at ${letter.loginUrl} with this access code: ${letter.code}\nThe code works once, within ${letter.days} ${letter.days === 1 ? "day" : "days"}.`,
      `See where your order stands:\n${letter.trackUrl}`,
      "Don't forward this message. Anyone who has it can book your visit.",
      letter.company,
    ].join("\n\n"),
  };
}
