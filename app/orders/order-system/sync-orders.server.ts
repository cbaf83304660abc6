import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { minute } from "~/core/time";
import { operator } from "~/core/who";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import { ChangedOrders, type SyncLimits } from "./changed-orders.server";
import { type Lease, LeaseLost, takeSyncLease } from "./sync-lease.server";

type SyncResult = ChangedOrders["counts"] & { problem: string | null };

const usualLimits: SyncLimits = { pause: 10, mostPages: 1000 };

/** Saves one time span at a time, so that an interrupted sync can continue. @returns null without the lease */
export async function syncOrders(
  app: App,
  database: string,
  signal: AbortSignal = new AbortController().signal,
  limits = usualLimits,
): Promise<SyncResult | null> {
  const lease = await takeSyncLease(app.db, database, app.clock.now());
  if (!lease) return null;
  const changes = new ChangedOrders(app, lease, signal, limits);
  let failure: string | null = null;
  try {
    await changes.importAll();
  } catch (error) {
    if (error instanceof LeaseLost) return null;
    if (!signal.aborted) failure = failureMessage(error);
    if (failure === ownFault) app.log.error({ err: error, database }, "order sync");
  }
  const result = { ...changes.counts, problem: failure ?? changes.problem };
  await endSync(app, lease, result, failure !== null);
  return result;
}

const ownFault = "Something went wrong on our side.";
const failureMessage = (error: unknown) => (error instanceof OrderSystemFailure ? error.message : ownFault);

const syncEvery = minute;
const maxPause = 30 * minute;

function endSync(app: App, lease: Lease, result: SyncResult, failed: boolean): Promise<void> {
  const now = app.clock.now();
  return app.db.transaction().execute(async (trx) => {
    const { failures } = await trx
      .selectFrom("order_reads")
      .select("failures")
      .where("database_name", "=", lease.database)
      .executeTakeFirstOrThrow();
    const pause = failed ? Math.min(maxPause, syncEvery * 2 ** failures) : syncEvery;
    await trx
      .updateTable("order_reads")
      .set({
        ...result,
        failures: failed ? failures + 1 : 0,
        due_at: now + pause,
        ended_at: now,
        lease: null,
        lease_until: null,
      })
      .where("database_name", "=", lease.database)
      .where("lease", "=", lease.token)
      .execute();
    const { inserted, updated } = result;
    if (inserted + updated === 0) return;
    await logAudit({ trx, app, who: operator }, "orders.read", `database ${lease.database}`, {
      inserted,
      updated,
    });
  });
}
