import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { projectRoot } from "~/core/root.server";
import { fileErrorMessage } from "~/core/settings/file-error-message";
import { minute, second } from "~/core/time";
import type { Who } from "~/core/who";
import { alertAdmins } from "../health/alert-admins.server";
import { listBackups, rotateBackups } from "./backups.server";
import type { BackupOrder, MadeBackup } from "./make-backup.server";

const program = join(projectRoot, "build/make-backup.worker.js");

type Backed = Pick<App, "config" | "clock">;

let underWay: Promise<MadeBackup> | null = null;

const failures = new WeakMap<Backed["config"], string>();

/** Why the last backup that this server began came to nothing; null where it succeeded, or there was none. */
export const whyLastFailed = (config: Backed["config"]): string | null => failures.get(config) ?? null;

/** Makes a backup in a thread, while the server goes on serving; a second call waits for the first. */
function backUpNow(app: Backed): Promise<MadeBackup> {
  underWay ??= inThread({
    dataDir: app.config.dataDir,
    appSecret: app.config.appSecret,
    settings: app.config.backups,
    at: app.clock.now(),
  })
    .then(
      async (made) => {
        failures.delete(app.config);
        await rotateBackups(app.config, app.clock.now());
        return made;
      },
      (error: Error) => {
        const words = fileErrorMessage(error) ?? error.message;
        failures.set(app.config, words);
        throw new Error(words, { cause: error });
      },
    )
    .finally(() => {
      underWay = null;
    });
  return underWay;
}

/** Said where the database is no file that could be copied. */
export const onServer = "Its backups are made on that server: docs/scaling.md says how.";

// A clinic's backup takes a second or two; for a large one nobody waits in front of a blank page.
const patience = 5 * second;

/**
 * Makes a backup because somebody of staff asked, and waits for it a little.
 *
 * @returns is it done?
 * @throws Refusal with the reason where it fails meanwhile
 */
export async function backUpOnRequest(app: App, who: Who): Promise<boolean> {
  if (app.config.database) throw new Refusal("conflict", `The database lies on a server. ${onServer}`);
  await app.db.transaction().execute((trx) => logAudit(trx, app, who, { action: "backup.asked" }));
  const made = backUpNow(app).then(
    () => true,
    (error: Error) => {
      app.log.error({ err: error }, "backup");
      throw new Refusal("conflict", error.message);
    },
  );
  const later = sleep(patience, false, { ref: false });
  later.then(() => made.catch(() => {}));
  return Promise.race([made, later]);
}

export const isBackingUp = (): boolean => underWay !== null;

function inThread(order: BackupOrder): Promise<MadeBackup> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: order });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The backup ended early.")));
  });
}

/**
 * Makes a backup whenever the newest one is older than BACKUP_EVERY, until stopped; admins are told of
 * one that fails. The server has run for a while before the first, so that a start is not slowed by it.
 *
 * @param pause milliseconds between two looks
 */
export function startBackups(app: App, pause = minute): () => Promise<void> {
  const { every, dir } = app.config.backups;
  if (every === null || app.config.database) return async () => {};
  let round: Promise<void> = Promise.resolve();
  const look = async () => {
    const now = app.clock.now();
    const [newest] = await listBackups(dir, now);
    if (newest && newest.at <= now && now - newest.at < every) return;
    const { bytes } = await backUpNow(app);
    app.log.info({ bytes }, "backup made");
  };
  const timer = setInterval(() => {
    round = round.then(look).catch(async (error: Error) => {
      app.log.error({ err: error }, "backup");
      await alertAdmins(app, {
        about: "backup",
        subject: "the backup failed",
        body: `${error.message}\n\nIt is tried again every minute. Until one succeeds, nothing newer than the last good backup could be brought back.`,
      });
    });
  }, pause);
  return async () => {
    clearInterval(timer);
    await round;
  };
}
