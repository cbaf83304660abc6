import { randomUUID } from "node:crypto";
import type { App } from "~/boot/app.server";
import { demoSms } from "~/integrations/sms/demo-sms.server";
import { claimDue } from "./claim-due-messages.server";
import { openEmail } from "./providers.server";
import { attemptSend } from "./send-attempt.server";

/** Sends emails of one kind outside the delivery loop, to alert admins when the loop is stuck. */
export async function deliverAlone(app: App, kind: string): Promise<void> {
  const rows = await claimDue(app, randomUUID(), () => [{ channel: "email", limit: 20, kind }]);
  if (rows.length === 0) return;
  const email = await openEmail(app);
  try {
    await Promise.all(rows.map((row) => attemptSend(app, { sms: demoSms, email }, row)));
  } finally {
    email.close();
  }
}
