import type { EmailProvider } from "./email-provider";

export const demoEmail: EmailProvider = {
  send: async () => ({ delivered: true }),
  close() {},
};
