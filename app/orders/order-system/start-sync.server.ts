import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { minute, second } from "~/core/time";
import { syncOrders } from "./sync-orders.server";

export function startSync(app: App, checkEvery = 5 * second): () => Promise<void> {
  const running = new Map<string, { controller: AbortController; ended: Promise<unknown> }>();
  const check = async () => {
    for (const name of await findDue(app)) {
      if (stopped || running.has(name)) continue;
      const controller = new AbortController();
      const ended = syncOrders(app, name, controller.signal)
        .catch((error: unknown) => app.log.error({ err: error, database: name }, "order sync"))
        .finally(() => running.delete(name));
      running.set(name, { controller, ended });
    }
  };
  let stopped = false;
  const stop = repeat(checkEvery, check, (error) => app.log.error({ err: error }, "order sync"));
  return async () => {
    stopped = true;
    await stop();
    for (const { controller } of running.values()) controller.abort();
    await Promise.all([...running.values()].map(({ ended }) => ended));
  };
}

async function findDue(app: App): Promise<string[]> {
  const now = app.clock.now();
  const due = await app.reads
    .selectFrom("order_reads")
    .innerJoin("order_systems", "order_systems.database_name", "order_reads.database_name")
    .select("order_reads.database_name as name")
    .where("order_systems.kind", "=", "brightree")
    // If the last sync seems to have ended in the future, the clock has been set back since.
    .where((row) =>
      row.or([row("order_reads.due_at", "<=", now), row("order_reads.ended_at", ">", now + minute)]),
    )
    .orderBy("order_reads.due_at")
    .execute();
  return due.map(({ name }) => name);
}
