import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { evidenceMonths } from "../retention/delete-old-records.server";
import { lastRetentionRun } from "../retention/last-retention-run.server";
import { checkCompanies } from "./company-health.server";
import { checkDatabase } from "./database-health.server";
import { durationText, type HealthCheck } from "./health-check";
import { checkOrderSystems } from "./order-system-health.server";
import { checkSending } from "./sending-health.server";

export async function checkHealth(
  app: Pick<App, "reads" | "clock" | "config" | "isDamaged">,
): Promise<HealthCheck[]> {
  const checks = [
    ...(await checkDatabase(app)),
    ...(await checkSending(app)),
    ...(await checkOrderSystems(app)),
    ...(await checkCompanies(app)),
    await checkRetention(app),
  ];
  const rank = { bad: 0, warn: 1, good: 2 };
  return checks.sort((a, b) => rank[a.state] - rank[b.state]);
}

async function checkRetention({
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
  const what = `${plural(messages, "message")}, ${plural(letters, "email")} and ${plural(consents, "replaced consent")} deleted`;
  return {
    name,
    state: "good",
    says: `${rule} Last cleared ${durationText(clock.now() - last.at)} ago: ${what}.`,
  };
}
