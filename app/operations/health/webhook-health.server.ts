import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { minute } from "~/core/time";
import { countOpen, findOldestRetry } from "~/webhooks/open-deliveries.server";
import { durationText, type HealthCheck, resultOf } from "./health-check";

/** Longer than a receiver takes to restart. */
export const warnAfter = 15 * minute;

/** One result for each webhook. */
export async function checkWebhooks({ reads, clock }: Pick<App, "reads" | "clock">): Promise<HealthCheck[]> {
  const endpoints = await reads
    .selectFrom("webhook_endpoints")
    .select(["id", "url", "off_at"])
    .where("database_name", "is", null)
    .orderBy("id")
    .execute();
  return Promise.all(
    endpoints.map(async ({ id, url, off_at }): Promise<HealthCheck> => {
      const result = resultOf(`Webhook ${new URL(url).host}`, `/admin/webhooks/${id}`);
      if (off_at !== null) {
        return result(
          "warn",
          `This webhook was turned off ${durationText(clock.now() - off_at)} ago because the server returned 410: it no longer accepts events. Turn it on or remove it under Admin → Webhooks.`,
        );
      }
      const { failed, open } = await countOpen(reads, id);
      if (failed > 0) {
        return result(
          "bad",
          `${plural(failed, "event")} could not be delivered within three days. Fix the other system, then replay the events under Admin → Webhooks.`,
        );
      }
      const retried = await findOldestRetry(reads, id);
      if (!retried) return result("good", "Events are being delivered.");
      const since = durationText(clock.now() - retried.since);
      const waiting = `is being retried: ${retried.error} Waiting: ${open}.`;
      return clock.now() - retried.since < warnAfter
        ? result("good", `An attempt failed ${since} ago. The event ${waiting}`)
        : result("warn", `Attempts have been failing for ${since}. The event ${waiting}`);
    }),
  );
}
