import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { verifyAudit } from "~/audit/verify-audit.server";
import { openApp } from "~/boot/app.server";
import type { Config } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { isCompleteSecret } from "~/core/settings/data-folder.server";
import { operator } from "~/core/who";
import { takeServerLock } from "~/db/server-lock.server";
import { syncToDisk, timestamp, unpackArchive } from "./backup-archive.server";
import { inspectDatabase } from "./inspect-database.server";
import type { Manifest } from "./manifest";
import { setAsideMessages } from "./set-aside-messages.server";

// The database is moved last, so that it never exists without the other files.
const storeFiles = ["firstnight.db-wal", "firstnight.db-shm", "audit-head", "app-secret", "firstnight.db"];

/** Moves existing files aside if `replace` is set. Ends all sessions, and marks queued messages for an admin. */
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
    const folder = await mkdtemp(join(dataDir, ".restoring-"));
    try {
      const unpacked = await unpackInto(config, file, folder);
      const replaced = occupied ? join(dataDir, `replaced-${timestamp(at)}`) : null;
      await putInPlace(dataDir, folder, replaced);
      return { ...unpacked, replaced };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    unlock();
  }
}

export async function unpackInto(config: Config, file: string, folder: string) {
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
  const app = openApp({ ...config, dataDir: folder, appSecret });
  try {
    const { problems } = await verifyAudit(app);
    if (problems.length > 0) {
      throw new Refusal("invalid", `The audit log in this backup was changed: ${problems.join(" ")}`);
    }
    const setAside = await setAsideMessages(app, operator, manifest.made_at);
    return { manifest, setAside };
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
async function putInPlace(dataDir: string, folder: string, replaced: string | null): Promise<void> {
  if (replaced) await mkdir(replaced, { mode: 0o700 });
  for (const name of storeFiles) {
    const there = join(dataDir, name);
    if (existsSync(there)) await (replaced ? rename(there, join(replaced, name)) : rm(there));
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
}
