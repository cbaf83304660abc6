import type { App } from "~/boot/app.server";
import { checkDatabase } from "./database-health.server";
import type { HealthCheck } from "./health-check";
import { checkOrderSystems } from "./order-system-health.server";
import { checkRetention } from "./retention-health.server";
import { checkSending } from "./sending-health.server";

export async function checkHealth(
  app: Pick<App, "reads" | "clock" | "config" | "isDamaged">,
): Promise<HealthCheck[]> {
  const checks = [
    ...(await checkDatabase(app)),
    ...(await checkSending(app)),
    ...(await checkOrderSystems(app)),
    await checkRetention(app),
  ];
  const rank = { bad: 0, warn: 1, good: 2 };
  return checks.sort((a, b) => rank[a.state] - rank[b.state]);
}
