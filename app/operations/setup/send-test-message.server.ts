import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { enqueue } from "~/messages/enqueue.server";
import type { MessageKind } from "~/messages/message-kinds";
import type { OutboxMessage } from "~/messages/outbox-rows.server";
import { isSetUp, type SendingOutcome, waitForOutcomes } from "~/messages/sending-outcome.server";

export const setupTest: MessageKind = "setup-test";

export function testMessage(who: Staff, channel: "sms" | "email", to: string): OutboxMessage {
  const body = "This is a test. If you can read it, Firstnight can reach you.";
  return {
    channel,
    recipient: to,
    kind: setupTest,
    subject: channel === "email" ? "Test from Firstnight" : null,
    body: channel === "sms" ? `Firstnight: ${body}` : `Hello ${who.name},\n\n${body}\n\nFirstnight`,
  };
}

/**
 * Sends a test to the admin's own phone or email address through the queue, and waits up to three seconds for the
 * provider's response. @throws Refusal "conflict" if nothing can be sent
 */
export async function sendTestMessage(
  app: App,
  who: Staff,
  channel: "sms" | "email",
): Promise<SendingOutcome[]> {
  if (!isSetUp(app, channel) && !app.config.demo) {
    const what = channel === "sms" ? "Texts aren't" : "Email isn't";
    throw new Refusal("conflict", `${what} set up yet, so no test was sent.`);
  }
  const since = app.clock.now();
  const recipient = await app.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(["email", "phone"])
      .where("id", "=", who.userId)
      .executeTakeFirstOrThrow();
    const to = channel === "sms" ? user.phone : user.email;
    if (!to) {
      throw new Refusal("conflict", "Your user has no phone number. Add one under User Management.");
    }
    await enqueue({ trx, app }, [testMessage(who, channel, to)]);
    await logAudit({ trx, app, who }, "setup.tested", null, { channel });
    return to;
  });
  return waitForOutcomes(app, { kind: setupTest, since, recipients: [recipient] });
}
