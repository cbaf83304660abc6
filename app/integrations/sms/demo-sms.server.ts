import type { SmsProvider } from "./sms-provider";

/** Sends nothing. Admins read the text on the Outbox page. */
export const demoSms: SmsProvider = {
  send: async () => ({ providerId: null, delivered: true }),
  find: async () => null,
};
