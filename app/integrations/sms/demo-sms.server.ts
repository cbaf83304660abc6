import type { SmsProvider } from "./sms-provider";

/** Delivers nowhere: a text has arrived as soon as an admin can read it on the outbox page. */
export const demoSms: SmsProvider = {
  send: async () => ({ providerId: null, delivered: true }),
  find: async () => null,
};
