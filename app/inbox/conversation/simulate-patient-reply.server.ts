import type { z } from "zod";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { receiveText } from "~/messages/receive-text.server";
import type { ReplyAsPatient } from "../delivery-schema";

/**
 * Takes in an answer as if the patient had texted it, so that two-way texting can be tried without a
 * provider.
 *
 * @throws Refusal "forbidden" where a provider is set up
 */
export async function simulatePatientReply(
  app: App,
  who: Staff,
  { from, body }: z.output<typeof ReplyAsPatient>,
) {
  if (app.config.smsProvider !== "outbox") {
    throw new Refusal("forbidden", "Texts come in from the provider here; nobody can answer for a patient.");
  }
  const { threadId } = await receiveText(app, { from, body, providerId: null, mediaCount: 0 });
  // A YES of the admin's must not be taken for the patient's own once there is a provider.
  await app.db
    .transaction()
    .execute((trx) =>
      logAudit(trx, app, who, { action: "conversation.answered-for-patient", subject: `thread ${threadId}` }),
    );
  return { threadId };
}
