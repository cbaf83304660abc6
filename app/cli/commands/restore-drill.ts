import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { withSavedSettings } from "~/boot/settings.server";
import { type Config, readConfig } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { projectRoot } from "~/core/root.server";
import { commandLine } from "~/core/settings/command-line.server";
import { systemClock } from "~/core/time";
import { listBackups } from "~/operations/backup/backups.server";
import { unpackInto } from "~/operations/backup/restore-backup.server";
import { inWorkFolder } from "~/operations/work-folder.server";

/** restore:drill: unpacks and verifies the newest backup in a temporary folder, and serves it without providers. */
export async function restoreDrill(environment: Config): Promise<number> {
  const config = withSavedSettings(environment);
  const [newest] = await listBackups(config.backups.dir, systemClock.now());
  if (!newest) {
    throw new Refusal(
      "missing",
      `There is no backup in ${config.backups.dir}. Create one with: ${commandLine("backup")}`,
    );
  }
  const began = performance.now();
  return inWorkFolder(config.dataDir, "drill", async (folder) => {
    const { manifest } = await unpackInto(config, newest.file, folder);
    deleteOutgoing(folder);
    await expectToServe(config, folder);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${newest.name}, made ${manifest.made_at}, is complete. It was served ${seconds} s after the drill started.`,
    );
    return 0;
  });
}

/** A drill must not contact the clinic's providers, order system, therapists' calendars, or other systems. */
export function deleteOutgoing(folder: string): void {
  const database = new Database(join(folder, "firstnight.db"));
  // Without the saved settings, texts and email have no provider.
  database.exec("delete from settings");
  database.exec("delete from order_reads");
  database.exec("delete from calendars");
  database.exec("delete from webhook_deliveries where finished_at is null");
  database.exec("delete from order_system_notes where finished_at is null");
  // Otherwise messages and visits that change during the drill would add deliveries.
  database.exec("update webhook_endpoints set off_at = 1 where off_at is null");
  database.exec("update note_settings set off_at = 1 where off_at is null");
  database.close();
}

async function expectToServe(config: Config, dataDir: string): Promise<void> {
  const { start }: typeof import("~/server") = await import(
    pathToFileURL(join(projectRoot, "build/server.js")).href
  );
  const running = await start({
    ...readConfig({
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: "0",
      BACKUP_EVERY: "off",
      LOG_LEVEL: "error",
    }),
    backups: { ...config.backups, every: null },
  });
  try {
    for (const path of ["/healthz", "/login"]) {
      const { status } = await fetch(`${running.url}${path}`);
      if (status !== 200)
        throw new Refusal("invalid", `The restored database responded to ${path} with ${status}.`);
    }
  } finally {
    await running.stop();
  }
}
