import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { evidenceMonths } from "../retention/delete-old-records.server";
import { lastRetentionRun } from "../retention/last-retention-run.server";
import { durationText, type HealthCheck } from "./health-check";

export async function checkRetention({
  reads,
  clock,
  config,
}: Pick<App, "reads" | "clock" | "config">): Promise<HealthCheck> {
  const { keepMessagesMonths: months } = config;
  const rule = `Messages are kept ${months === null ? "permanently" : `for ${plural(months, "month")}`}, consents and the audit log for at least ${evidenceMonths / 12} years.`;
  const last = await lastRetentionRun(reads);
  const name = "Retention";
  if (!last) return { name, state: "good", says: `${rule} Nothing has been cleared yet.` };
  const { messages, letters, consents } = last;
  const what = `${plural(messages, "message")}, ${plural(letters, "e-mail")} and ${plural(consents, "replaced consent")} went`;
  return {
    name,
    state: "good",
    says: `${rule} Last cleared ${durationText(clock.now() - last.at)} ago: ${what}.`,
  };
}
