import type { App } from "~/boot/app.server";
import { minute, second } from "~/core/time";
import { readChanges } from "./read-changes.server";

/**
 * Reads the changes of every connected database whose time has come, until stopped; what is being read
 * then is left where it stands.
 */
export function startReadings(app: App): () => Promise<void> {
  let stopping = false;
  let round: Promise<void> | null = null;
  const timer = setInterval(() => {
    round ??= readDue(app, () => stopping)
      .catch((error: unknown) => app.log.error({ err: error }, "reading orders"))
      .finally(() => {
        round = null;
      });
  }, 5 * second);
  return async () => {
    stopping = true;
    clearInterval(timer);
    await round;
  };
}

async function readDue(app: App, isStopping: () => boolean): Promise<void> {
  const now = app.clock.now();
  const due = await app.reads
    .selectFrom("order_reads")
    .innerJoin("order_systems", "order_systems.database_name", "order_reads.database_name")
    .select("order_reads.database_name as name")
    .where("order_systems.kind", "=", "brightree")
    // A reading that ended in the future was made by a clock that has gone back since.
    .where((row) =>
      row.or([row("order_reads.due_at", "<=", now), row("order_reads.ended_at", ">", now + minute)]),
    )
    .orderBy("order_reads.due_at")
    .execute();
  // Databases are different systems: a slow one must not keep the others waiting.
  await Promise.all(due.map(({ name }) => readChanges(app, name, isStopping)));
}
