import { collectDefaultMetrics } from "prom-client";
import { type App, openApp } from "~/boot/app.server";
import { removeDrafts } from "~/boot/audit-head.server";
import { checkSecret } from "~/boot/check-secret.server";
import { startPlans } from "~/check-ins/run-plans.server";
import type { Config } from "~/config.server";
import { repeat } from "~/core/repeat.server";
import { keepSecret } from "~/core/settings/data-folder.server";
import { type Clock, second } from "~/core/time";
import { startTextingHours } from "~/dashboard/reports/texting-hours.server";
import { workUnderLease } from "~/db/remote/lease.server";
import { takeServerLock } from "~/db/server-lock.server";
import { startSweep } from "~/db/sweep.server";
import { startSnoozes } from "~/inbox/conversations/end-due-snoozes.server";
import { endFollowing } from "~/live/follow-changes.server";
import { releaseLeases } from "~/messages/delivery/claim-due-messages.server";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { measureOutbox } from "~/messages/delivery/outbox-depth.server";
import { startNightFiles } from "~/night-files/night-files.server";
import { startOffers } from "~/offers/run-waves.server";
import { expectWholeRestore } from "~/operations/backup/interrupted-restore.server";
import { startBackups } from "~/operations/backup/start-backups.server";
import { pauseDuringFreeze } from "~/operations/company-transfer/pause-during-freeze.server";
import { measureDatabase } from "~/operations/health/database-health.server";
import { startWatch } from "~/operations/health/start-watch.server";
import { startRetention } from "~/operations/retention/delete-old-records.server";
import { refuseIfReplaced } from "~/operations/standby/installation.server";
import { measureReplication, startReplicationWatch } from "~/operations/standby/watch-replication.server";
import { removeUnfinishedWork } from "~/operations/work-folder.server";
import { startImports } from "~/orders/import/start-imports.server";
import { startSync } from "~/orders/order-system/start-sync.server";
import { noteChannel } from "~/orders/write-back/note-channel.server";
import { startReadingCalendars } from "~/therapists/calendars/start-reading-calendars.server";
import { startNotifyingOfMoves } from "~/visits/moves/notify-of-moves.server";
import { startReminders } from "~/visits/notices/reminders.server";
import { startNudges } from "~/visits/nudges/nudge-orders.server";
import { releaseDeliveryLeases, startDeliveries } from "~/webhooks/delivery/delivery-loop.server";
import { webhookChannel } from "~/webhooks/delivery/webhook-channel.server";

interface RunningApp {
  app: App;
  /** Waits for `alongside` and the work in progress, then closes the database. */
  stop(alongside?: () => Promise<void>): Promise<void>;
}

export async function startApp(config: Config, clock?: Clock): Promise<RunningApp> {
  const unlock = takeServerLock(config.dataDir);
  const notDeleted = await removeUnfinishedWork([config.dataDir]);
  let app: App;
  try {
    expectWholeRestore(config.dataDir);
    app = openApp(config, clock);
  } catch (error) {
    unlock();
    throw error;
  }
  try {
    await checkSecret(app);
    await app.settings.load();
    notDeleted.push(...(await removeUnfinishedWork([app.config.backups.dir])));
    for (const err of notDeleted) app.log.error({ err }, "unfinished backup or restore");
    await refuseIfReplaced(app);
    keepSecret(config);
    removeDrafts(config.dataDir);
  } catch (error) {
    await app.close();
    unlock();
    throw error;
  }
  collectDefaultMetrics({ register: app.metrics.registry });
  measureOutbox(app);
  measureDatabase(app);
  measureReplication(app);
  const stopWork = await startWork(app);
  // Instances that share a database each keep their own record of the newest audit entry.
  if (config.database && app.auditHead.read() === null) app.auditHead.touch(0);
  // Every instance runs these, because they use files on its own machine.
  const stopImports = startImports(app);
  const stopNightFiles = startNightFiles(app);
  const stopBackups = startBackups(app);
  const stopSettings = startFollowingSettings(app);
  return {
    app,
    async stop(alongside = async () => {}) {
      endFollowing(app);
      // These run in parallel because each may wait for another server, and shutdown has only ten seconds.
      await Promise.all([
        alongside(),
        stopWork(),
        stopImports(),
        stopNightFiles(),
        stopBackups(),
        stopSettings(),
      ]);
      await app.close();
      unlock();
    },
  };
}

/** Other instances on the same database may change the settings. */
function startFollowingSettings({ config, settings, log }: App): () => Promise<void> {
  if (!config.database) return async () => {};
  return repeat(3 * second, settings.load, (err) => log.error({ err }, "settings"));
}

const startWebhooks = (app: App) => startDeliveries(app, webhookChannel);
const startNotes = (app: App) => startDeliveries(app, noteChannel);

/** Starts the work that only one instance may do at a time. With a database file, there is only one instance. */
async function startWork(app: App): Promise<() => Promise<void>> {
  const begin = (): (() => Promise<void>) => {
    const stops = [startSweep, startWatch, startReplicationWatch].map((startOne) => startOne(app));
    const stopPausable = pauseDuringFreeze(app, beginPausable);
    return async () => {
      await Promise.all([...stops.map((stopOne) => stopOne()), stopPausable.then((stopOne) => stopOne())]);
    };
  };
  const beginPausable = () => {
    const stops = [
      startDelivery,
      startReminders,
      startNudges,
      startPlans,
      startSnoozes,
      startNotifyingOfMoves,
      startOffers,
      startSync,
      startReadingCalendars,
      startRetention,
      startTextingHours,
      startWebhooks,
      startNotes,
    ].map((startOne) => startOne(app));
    return async () => {
      await Promise.all(stops.map((stopOne) => stopOne()));
    };
  };
  if (app.config.database) return workUnderLease(app, "work", begin);
  await releaseLeases(app);
  await releaseDeliveryLeases(app);
  return begin();
}
