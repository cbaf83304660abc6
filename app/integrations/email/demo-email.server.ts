import type { EmailProvider } from "./email-provider";

/** Sends nothing. Admins read the email on the Outbox page. */
export const demoEmail: EmailProvider = {
  send: async () => ({ delivered: true }),
  close() {},
};
