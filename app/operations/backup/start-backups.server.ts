import { setTimeout as sleep } from "node:timers/promises";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { repeat } from "~/core/repeat.server";
import { startProcess } from "~/core/separate-process.server";
import { minute, second } from "~/core/time";
import type { Who } from "~/core/who";
import { alertAdmins } from "../health/alert-admins.server";
import { listBackups, rotateBackups } from "./backups.server";
import type { BackupAnswer, BackupOrder, MadeBackup } from "./make-backup.server";

type Backed = Pick<App, "config" | "clock">;

let underWay: Promise<MadeBackup> | null = null;

const failures = new WeakMap<Backed["config"], string>();

export const whyLastFailed = (config: Backed["config"]): string | null => failures.get(config) ?? null;

function backUpNow(app: Backed): Promise<MadeBackup> {
  underWay ??= inProcess({
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
        failures.set(app.config, error.message);
        throw error;
      },
    )
    .finally(() => {
      underWay = null;
    });
  return underWay;
}

export const onServer = "Back it up on that server. See docs/scaling.md.";

const longestWait = 5 * second;

/** Starts a backup and waits up to five seconds. @returns true if it is done by then @throws Refusal if it fails */
export async function backUpOnRequest(app: App, who: Who): Promise<boolean> {
  if (app.config.database) throw new Refusal("conflict", `The database is on a server. ${onServer}`);
  await app.db.transaction().execute((trx) => logAudit({ trx, app, who }, "backup.asked"));
  const made = backUpNow(app).then(
    () => true,
    (error: Error) => {
      app.log.error({ err: error }, "backup");
      throw new Refusal("conflict", error.message);
    },
  );
  const later = sleep(longestWait, false, { ref: false });
  later.then(() => made.catch(() => {}));
  return Promise.race([made, later]);
}

export const isBackingUp = (): boolean => underWay !== null;

/** A small young generation is collected often, which frees the streams' buffers. */
const limits = ["--max-semi-space-size=1", "--max-old-space-size=256"];

function inProcess(order: BackupOrder): Promise<MadeBackup> {
  return new Promise((resolve, reject) => {
    const backup = startProcess("make-backup", limits);
    backup.once("message", (answer: BackupAnswer) => {
      if ("made" in answer) resolve(answer.made);
      else reject(new Error(answer.problem, { cause: answer.error }));
    });
    backup.once("error", reject);
    backup.once("exit", () => reject(new Error("The backup stopped early.")));
    backup.send(order);
  });
}

export function startBackups(app: App, pause = minute): () => Promise<void> {
  if (app.config.database) return async () => {};
  const check = async () => {
    const { every, dir } = app.config.backups;
    if (every === null) return;
    const now = app.clock.now();
    const [newest] = await listBackups(dir, now);
    if (newest && newest.at <= now && now - newest.at < every) return;
    const { bytes } = await backUpNow(app);
    app.log.info({ bytes }, "backup made");
  };
  return repeat(pause, check, async (error) => {
    app.log.error({ err: error }, "backup");
    await alertAdmins(app, {
      about: "backup",
      subject: "the backup failed",
      body: `${(error as Error).message}\n\nFirstnight tries again every minute. Until a backup succeeds, you can only restore an older one.`,
    });
  });
}
