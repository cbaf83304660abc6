import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { minute, second } from "~/core/time";
import { syncOrders } from "./sync-orders.server";

export function startSync(app: App, checkEvery = 5 * second): () => Promise<void> {
  const readings = new Map<string, { controller: AbortController; ended: Promise<unknown> }>();
  const check = async () => {
    for (const name of await findDue(app)) {
      if (stopped || readings.has(name)) continue;
      const controller = new AbortController();
      const ended = syncOrders(app, name, controller.signal)
        .catch((error: unknown) => app.log.error({ err: error, database: name }, "reading orders"))
        .finally(() => readings.delete(name));
      readings.set(name, { controller, ended });
    }
  };
  let stopped = false;
  const stop = repeat(checkEvery, check, (error) => app.log.error({ err: error }, "reading orders"));
  return async () => {
    stopped = true;
    await stop();
    for (const { controller } of readings.values()) controller.abort();
    await Promise.all([...readings.values()].map(({ ended }) => ended));
  };
}

async function findDue(app: App): Promise<string[]> {
  const now = app.clock.now();
  const due = await app.reads
    .selectFrom("order_reads")
    .innerJoin("order_systems", "order_systems.database_name", "order_reads.database_name")
    .select("order_reads.database_name as name")
    .where("order_systems.kind", "=", "brightree")
    // A sync that ended in the future was dated before the clock was set back.
    .where((row) =>
      row.or([row("order_reads.due_at", "<=", now), row("order_reads.ended_at", ">", now + minute)]),
    )
    .orderBy("order_reads.due_at")
    .execute();
  return due.map(({ name }) => name);
}
