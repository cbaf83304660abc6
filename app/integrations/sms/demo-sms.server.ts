import type { SmsProvider } from "./sms-provider";

export const demoSms: SmsProvider = {
  send: async () => ({ providerId: null, delivered: true }),
  find: async () => null,
};
