import type { App } from "~/boot/app.server";
import { durationText, type HealthCheck } from "./health-check";

export async function checkOrderSystems({
  reads,
  clock,
}: Pick<App, "reads" | "clock">): Promise<HealthCheck[]> {
  const rows = await reads
    .selectFrom("order_systems")
    .leftJoin("order_reads", "order_reads.database_name", "order_systems.database_name")
    .select(["order_systems.database_name as database", "ended_at", "failures", "problem"])
    .where("order_systems.kind", "=", "brightree")
    .orderBy("order_systems.database_name")
    .execute();
  if (rows.length === 0) {
    return [
      { name: "Order system", state: "good", says: "None is connected. Orders are imported by file or API." },
    ];
  }
  return rows.map(({ database, ended_at: ended, failures, problem }) => {
    const name = `Order system ${database}`;
    const last =
      ended === null ? "It was never synced" : `It was last synced ${durationText(clock.now() - ended)} ago`;
    if (!failures) return { name, state: ended === null ? "warn" : "good", says: `${last}.` };
    return {
      name,
      state: failures > 3 ? "bad" : "warn",
      says: `${last}, and ${failures === 1 ? "one try" : `${failures} tries`} failed: ${problem}`,
    };
  });
}
