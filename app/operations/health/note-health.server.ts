import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { countOpen, findOldestRetry } from "~/webhooks/open-deliveries.server";
import { durationText, type HealthCheck, resultOf } from "./health-check";
import { warnAfter } from "./webhook-health.server";

/** One result for each database that has visit notes turned on. */
export async function checkVisitNotes({
  reads,
  clock,
}: Pick<App, "reads" | "clock">): Promise<HealthCheck[]> {
  const endpoints = await reads
    .selectFrom("webhook_endpoints")
    .select(["id", "database_name"])
    .where("database_name", "is not", null)
    .where("off_at", "is", null)
    .orderBy("database_name")
    .execute();
  return Promise.all(
    endpoints.map(async ({ id, database_name }): Promise<HealthCheck> => {
      const href = `/admin/databases/${encodeURIComponent(database_name ?? "")}/notes`;
      const result = resultOf(`Visit notes ${database_name}`, href);
      const { failed, open } = await countOpen(reads, id);
      if (failed > 0) {
        return result(
          "bad",
          `${plural(failed, "note")} could not be written. See the errors and replay the notes under Admin → Databases → ${database_name} → Visit notes.`,
        );
      }
      const retried = await findOldestRetry(reads, id);
      if (!retried || clock.now() - retried.since < warnAfter) {
        return result("good", "Visits are being written to the order system.");
      }
      const since = durationText(clock.now() - retried.since);
      return result("warn", `Notes have been failing for ${since}: ${retried.error} Waiting: ${open}.`);
    }),
  );
}
