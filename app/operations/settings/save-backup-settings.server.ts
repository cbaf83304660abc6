import { randomUUID } from "node:crypto";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { isAbsolute, join, normalize, sep } from "node:path";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import { projectRoot } from "~/core/root.server";
import { fileErrorMessage } from "~/core/settings/file-error-message";
import type { Staff } from "~/core/who";
import { sizeText } from "../health/health-check";
import { previewSettings, type SettingChanges, saveSettings } from "./save-settings.server";

/** Writes a file to the folder, and removes it. @returns the free space on its disk, as text @throws Refusal */
export async function testBackupFolder(dir: string): Promise<string> {
  const file = join(dir, `.test-${randomUUID()}`);
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await writeFile(file, "test", { mode: 0o600, flush: true });
    await rm(file);
    const { bavail, bsize } = await statfs(dir);
    return sizeText(bavail * bsize);
  } catch (error) {
    const message = fileErrorMessage(error);
    if (message === null) throw error;
    throw invalidField("BACKUP_DIR", message);
  }
}

/** Saves the schedule and the folder, if a file can be written there. @returns false if nothing changed */
export async function saveBackupSettings(
  app: App,
  who: Staff,
  { BACKUP_DIR: typed, ...schedule }: SettingChanges,
): Promise<boolean> {
  const changes: SettingChanges = { ...schedule };
  if (typed) {
    const dir = normalize(typed).replace(/(.)\/+$/, "$1");
    if (!isAbsolute(dir)) throw invalidField("BACKUP_DIR", "Enter the whole path, starting with /.");
    if (`${dir}${sep}`.startsWith(join(projectRoot, "public", sep))) {
      throw invalidField("BACKUP_DIR", "Anyone could download backups from this folder. Choose another one.");
    }
    changes.BACKUP_DIR = dir === join(app.config.dataDir, "backups") ? null : dir;
  } else if (typed !== undefined) changes.BACKUP_DIR = null;
  const { live } = previewSettings(app, changes);
  await testBackupFolder(live.backups.dir);
  return saveSettings(app, who, changes);
}
