import type { EmailProvider } from "./email-provider";

/** Delivers nowhere: an e-mail has arrived as soon as an admin can read it on the outbox page. */
export const demoEmail: EmailProvider = {
  send: async () => ({ delivered: true }),
  close() {},
};
