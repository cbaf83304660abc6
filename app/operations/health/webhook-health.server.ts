import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { minute } from "~/core/time";
import { countOpen, findOldestRetry } from "~/webhooks/open-deliveries.server";
import { durationText, type HealthCheck } from "./health-check";

type Seen = Pick<App, "reads" | "clock">;

/** Long enough to ignore a receiver's restart. */
export const quietFor = 15 * minute;

/** A line for each webhook. Empty without webhooks. */
export async function checkWebhooks({ reads, clock }: Seen): Promise<HealthCheck[]> {
  const endpoints = await reads
    .selectFrom("webhook_endpoints")
    .select(["id", "url", "off_at"])
    .where("database_name", "is", null)
    .orderBy("id")
    .execute();
  return Promise.all(
    endpoints.map(async ({ id, url, off_at }): Promise<HealthCheck> => {
      const name = `Webhook ${new URL(url).host}`;
      const href = `/admin/webhooks/${id}`;
      if (off_at !== null) {
        const ago = durationText(clock.now() - off_at);
        return {
          name,
          href,
          state: "warn",
          says: `It was turned off ${ago} ago because it answered 410: it no longer accepts events. Turn it on or remove it under Admin → Webhooks.`,
        };
      }
      const { failed, open } = await countOpen(reads, id);
      if (failed > 0) {
        return {
          name,
          href,
          state: "bad",
          says: `${plural(failed, "event")} could not be delivered within three days. Fix the other system, and replay them under Admin → Webhooks.`,
        };
      }
      const retried = await findOldestRetry(reads, id);
      if (!retried) return { name, state: "good", says: "Events are delivered." };
      const since = durationText(clock.now() - retried.since);
      const waiting = `is tried again: ${retried.error} Waiting: ${open}.`;
      return clock.now() - retried.since < quietFor
        ? { name, href, state: "good", says: `One try failed ${since} ago, and the event ${waiting}` }
        : { name, href, state: "warn", says: `Sending has failed for ${since} and ${waiting}` };
    }),
  );
}
