import { withSavedSettings } from "~/boot/settings.server";
import type { Config } from "~/config.server";
import { systemClock } from "~/core/time";
import { rotateBackups } from "~/operations/backup/backups.server";
import { makeBackup } from "~/operations/backup/make-backup.server";
import { sizeText } from "~/operations/health/health-check";

/** backup: writes a backup and deletes the oldest ones beyond BACKUP_KEEP. */
export async function backup(environment: Config): Promise<number> {
  const config = withSavedSettings(environment);
  const { dataDir, appSecret, backups: settings } = config;
  const at = systemClock.now();
  const { file, bytes, manifest } = await makeBackup({ dataDir, appSecret, settings, at });
  await rotateBackups(config, at);
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  console.log(`${file}\n${sizeText(bytes)}, ${rows} rows, verified.`);
  if (settings.passphrase === null) {
    console.log(
      "The backup is not encrypted and contains patient data and the secret. Store it where no one else has access.",
    );
  }
  return 0;
}
