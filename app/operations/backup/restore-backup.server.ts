import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { verifyAudit } from "~/audit/verify-audit.server";
import { openApp } from "~/boot/app.server";
import type { Config } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { isCompleteSecret } from "~/core/settings/data-folder.server";
import { type Clock, systemClock } from "~/core/time";
import { operator } from "~/core/who";
import { takeServerLock } from "~/db/server-lock.server";
import { inWorkFolder } from "../work-folder.server";
import { syncToDisk, timestamp, unpackArchive } from "./backup-archive.server";
import type { Manifest } from "./backups.server";
import { inspectDatabase } from "./inspect-database.server";
import { folderOfInterruptedRestore, markRestore, unmarkRestore } from "./interrupted-restore.server";
import { setAsideMessages } from "./set-aside-messages.server";

// The database is moved last, so that it never exists without the other files.
const storeFiles = ["firstnight.db-wal", "firstnight.db-shm", "audit-head", "app-secret", "firstnight.db"];

/** Moves existing files aside if `replace` is set. Ends all sessions, and leaves messages that may have been sent to staff. */
export async function restoreBackup(
  config: Config,
  file: string,
  { replace, at }: { replace: boolean; at: number },
) {
  const { dataDir } = config;
  const unlock = takeServerLock(dataDir);
  try {
    const occupied = existsSync(join(dataDir, "firstnight.db"));
    if (occupied && !replace) {
      throw new Refusal(
        "conflict",
        `${dataDir} already has a database. Use --replace to move it aside and restore the backup.`,
      );
    }
    return await inWorkFolder(dataDir, "restoring", async (folder) => {
      const unpacked = await unpackInto(config, file, folder, { now: () => at });
      const replaced =
        folderOfInterruptedRestore(dataDir) ?? (occupied ? join(dataDir, `replaced-${timestamp(at)}`) : null);
      await putInPlace(dataDir, folder, replaced);
      return { ...unpacked, replaced };
    });
  } finally {
    unlock();
  }
}

export async function unpackInto(config: Config, file: string, folder: string, clock: Clock = systemClock) {
  const manifest = await unpackArchive(file, config.backups.passphrase, folder);
  expectAsDescribed(join(folder, "firstnight.db"), manifest);
  const appSecret = (await readFile(join(folder, "app-secret"), "utf8")).trim();
  if (!isCompleteSecret(appSecret)) {
    const message = "This backup has no complete secret, so it can't be used. Choose another backup.";
    throw new Refusal("invalid", message);
  }
  expectSameSecret(config, appSecret);
  if (manifest.audit) {
    await writeFile(join(folder, "audit-head"), `${manifest.audit.id} ${manifest.audit.hash}\n`, {
      mode: 0o600,
    });
  }
  const app = openApp({ ...config, dataDir: folder, appSecret }, clock);
  try {
    const { problems } = await verifyAudit(app);
    if (problems.length > 0) {
      throw new Refusal("invalid", `The audit log in this backup was changed: ${problems.join(" ")}`);
    }
    const possiblySent = await setAsideMessages(app, operator, Date.parse(manifest.made_at));
    return { manifest, possiblySent };
  } finally {
    await app.close();
  }
}

function expectAsDescribed(file: string, manifest: Manifest): void {
  const database = new Database(file, { readonly: true });
  try {
    const { rows, audit } = inspectDatabase(database);
    const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
    if (same(rows, manifest.rows) && same(audit, manifest.audit)) return;
  } finally {
    database.close();
  }
  throw new Refusal("invalid", "This backup is damaged: its database differs from its manifest.");
}

function expectSameSecret(config: Config, appSecret: string): void {
  if (!config.isSecretGiven || config.appSecret === appSecret) return;
  throw new Refusal(
    "conflict",
    "This backup was made with a different APP_SECRET. Unset APP_SECRET to use the backup's secret.",
  );
}

/** Moves the old write-ahead log first, because SQLite would apply it to the new database. */
export async function putInPlace(dataDir: string, folder: string, replaced: string | null): Promise<void> {
  if (replaced) await mkdir(replaced, { mode: 0o700, recursive: true });
  await markRestore(dataDir, replaced);
  for (const name of storeFiles) {
    const there = join(dataDir, name);
    if (!existsSync(there)) continue;
    // If the previous file was moved already, this one is from an interrupted restore.
    const isPrevious = replaced !== null && !existsSync(join(replaced, name));
    await (isPrevious ? rename(there, join(replaced, name)) : rm(there));
  }
  if (replaced) await syncToDisk(replaced);
  await syncToDisk(dataDir);
  for (const name of storeFiles) {
    const fresh = join(folder, name);
    if (!existsSync(fresh)) continue;
    await syncToDisk(fresh);
    await rename(fresh, join(dataDir, name));
  }
  await syncToDisk(dataDir);
  await unmarkRestore(dataDir);
}
