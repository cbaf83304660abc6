import type { Notice } from "~/messages/enqueue.server";
import { messageStrings } from "~/messages/strings";

interface CodeMessage {
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

export function codeText(phone: string, message: CodeMessage): Notice {
  return {
    channel: "sms",
    recipient: phone,
    subject: null,
    kind: "access-code",
    order_id: message.orderId,
    shown: messageStrings.codeHidden,
    body: `${message.company}: please choose the time of your setup visit: ${message.scheduleUrl} or sign in at ${message.loginUrl} with code ${message.code}. Track your order: ${message.trackUrl} Msg & data rates may apply. Reply STOP to opt out, HELP for help.`,
  };
}

export function codeEmail(address: string, message: CodeMessage): Notice & { subject: string } {
  return {
    channel: "email",
    recipient: address,
    subject: `${what}: please choose a time`,
    kind: "access-code",
    order_id: message.orderId,
    body: [
      "Your order is ready to schedule. Please choose the time of your setup visit:",
      message.scheduleUrl,
      `Or sign in at ${message.loginUrl} with this access code: ${message.code}\nThe code works once, within ${message.days} ${message.days === 1 ? "day" : "days"}.`,
      `Track your order:\n${message.trackUrl}`,
      "Don't forward this message. Anyone who has it can book your visit.",
      message.company,
    ].join("\n\n"),
  };
}
