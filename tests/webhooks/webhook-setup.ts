import { vi } from "vitest";
import type { App } from "~/boot/app.server";
import { second } from "~/core/time";
import { bookVisit } from "~/visits/book-visit.server";
import { attemptDelivery, claimDue, type DeliveryChannel } from "~/webhooks/delivery/delivery-loop.server";
import { webhookChannel } from "~/webhooks/delivery/webhook-channel.server";
import { addEndpoint } from "~/webhooks/endpoints.server";
import { webhookEventTypes } from "~/webhooks/webhook-events";
import { scratchApp } from "../support/scratch";
import { seedClinic } from "../support/seed";
import { seedStaff } from "../support/users";
import { startWebhookReceiver } from "../support/webhook-receiver";

/** A clinic whose company sends all its events to a test receiver. */
export async function webhookClinic() {
  const app = scratchApp();
  const clinic = await seedClinic(app);
  const admin = await seedStaff(app, ["admin"]);
  const receiver = await startWebhookReceiver(app.clock);
  const { id, secret } = await addEndpoint(app, admin, { url: receiver.url, events: webhookEventTypes });
  receiver.state.secret = secret;
  const book = (nth = 0, order = clinic.order) =>
    bookVisit(app, admin, {
      therapist: clinic.therapist.name,
      datetime: clinic.starts[nth] ?? 0,
      patient_id: order.patient_id,
      brightree_db: order.brightree_db,
      sms_consent: true,
    });
  return { app, admin, receiver, endpoint: id, book, ...clinic };
}

/** Sends a channel's due deliveries the way the server does until none are left. */
export async function deliverAllDue<Recipient>(app: App, channel: DeliveryChannel<Recipient>): Promise<void> {
  for (;;) {
    const claims = await claimDue(app, channel, "test");
    if (claims.length === 0) return;
    await Promise.all(claims.map((claim) => attemptDelivery(app, channel, claim)));
  }
}

export const deliverDue = (app: App) => deliverAllDue(app, webhookChannel);

export const deliveriesOf = (app: Pick<App, "db">) =>
  app.db.selectFrom("webhook_deliveries").selectAll().orderBy("id").execute();

/** Shortens the ten seconds that a receiver has to respond. @returns the timeouts requested */
export function shortenTimeouts(shortened: number): number[] {
  const timeouts: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    timeouts.push(milliseconds);
    return timeout(milliseconds === 10 * second ? shortened : milliseconds);
  });
  return timeouts;
}
