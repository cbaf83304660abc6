import type * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { ReplyAsPatient } from "~/messages/outbox-schema";
import { receiveText } from "~/messages/receive-text.server";
import { answerReply } from "~/visits/reminder-replies/answer-reply.server";

/** Lets staff try two-way texting before an SMS provider is set up. @throws Refusal "forbidden" after that */
export async function simulatePatientReply(
  app: App,
  who: Staff,
  { from, body }: z.output<typeof ReplyAsPatient>,
) {
  if (app.config.smsProvider !== "outbox") {
    throw new Refusal("forbidden", "An SMS provider is set up, so replies can't be simulated.");
  }
  const { conversationId } = await receiveText(
    app,
    { from, body, providerId: null, mediaCount: 0 },
    answerReply,
  );
  // The audit log shows that this text, which may be a YES, isn't from the patient.
  await app.db
    .transaction()
    .execute((trx) =>
      logAudit({ trx, app, who }, "conversation.answered-for-patient", `thread ${conversationId}`),
    );
  return { conversationId };
}
