import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { LiveConfig } from "~/core/settings/live.server";
import { second } from "~/core/time";
import type { Staff } from "~/core/who";
import { leaseLength } from "~/messages/delivery/claim-due-messages.server";
import { openProviders } from "~/messages/delivery/providers.server";
import { attemptSend } from "~/messages/delivery/send-attempt.server";
import { insertRow } from "~/messages/outbox-rows.server";
import { outcomeOf, type SendingOutcome } from "~/messages/sending-outcome.server";
import { testMessage } from "../setup/send-test-message.server";

const longestTry = 20 * second;
const noResponse = "The provider didn't respond within 20 seconds.";

/**
 * Sends one test with settings that aren't saved yet, and never repeats it. Deliveries lists it if it was accepted.
 * @param to the admin's own number or address
 */
export async function tryProvider(
  app: App,
  who: Staff,
  live: LiveConfig,
  { channel, to }: { channel: "sms" | "email"; to: string },
): Promise<SendingOutcome> {
  const owner = randomUUID();
  const now = app.clock.now();
  // It is leased from the start, so that delivery doesn't send it with the settings in effect.
  const lease = { status: "sending", lease_owner: owner, lease_until: now + leaseLength } as const;
  const row = await app.db.transaction().execute(async (trx) => {
    await insertRow({ trx, app }, testMessage(who, channel, to), {
      ...lease,
      attempts: 1,
      first_tried_at: now,
    });
    return trx.selectFrom("outbox").selectAll().where("lease_owner", "=", owner).executeTakeFirstOrThrow();
  });
  const sending = { ...live, publicUrl: app.config.publicUrl };
  const providers = await openProviders(sending);
  try {
    await Promise.race([attemptSend(app, providers, row), sleep(longestTry, undefined, { ref: false })]);
  } finally {
    providers.email.close();
  }
  return app.db.transaction().execute(async (trx) => {
    const tried = await trx
      .selectFrom("outbox")
      .select(["channel", "recipient", "status", "provider_id", "error", "created_at", "finished_at"])
      .where("id", "=", row.id)
      .executeTakeFirstOrThrow();
    const isOpen = tried.status === "sending" || tried.status === "queued";
    const outcome = outcomeOf(
      { config: { ...app.config, ...live } },
      isOpen ? { ...tried, status: "failed", error: tried.error ?? noResponse } : tried,
    );
    // A failure of settings that aren't saved must not be retried, and Health must not count it.
    if (outcome.state !== "sent") await trx.deleteFrom("outbox").where("id", "=", row.id).execute();
    await logAudit({ trx, app, who }, "settings.tested", null, {
      channel,
      accepted: outcome.state === "sent",
    });
    return outcome;
  });
}
