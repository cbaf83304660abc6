import type { App } from "~/boot/app.server";
import { second } from "~/core/time";

/**
 * Hands waiting notices to their provider, once a second, until stopped.
 * The embedded provider delivers nowhere: a notice counts as sent as soon as a person can read it
 * on the outbox page.
 */
export function startDelivery(app: App): () => Promise<void> {
  let round: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(() => deliverWaiting(app))
      .catch((error: unknown) => app.log.error({ err: error }, "delivery"));
  }, second);
  return async () => {
    clearInterval(timer);
    await round;
  };
}

async function deliverWaiting(app: App): Promise<void> {
  await app.db
    .updateTable("outbox")
    .set({ status: "sent", finished_at: app.clock.now() })
    .where("status", "=", "queued")
    .execute();
}
