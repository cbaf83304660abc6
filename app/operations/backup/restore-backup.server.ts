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
import { settle, unpackArchive } from "./backup-archive.server";
import { holdRestoredMessages } from "./hold-restored-messages.server";
import { inspectDatabase } from "./inspect-database.server";
import type { Manifest } from "./manifest";

interface Restored {
  manifest: Manifest;
  replaced: string | null;
  setAside: number;
}

// The database is moved last, so that it never exists without the other files.
const storeFiles = ["firstnight.db-wal", "firstnight.db-shm", "audit-head", "app-secret", "firstnight.db"];

/**
 * Restores a backup. Moves existing files aside, but only with `replace`. Ends all sessions and holds queued
 * messages.
 */
export async function restoreBackup(
  config: Config,
  file: string,
  { replace, at }: { replace: boolean; at: number },
): Promise<Restored> {
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
      const replaced = occupied ? join(dataDir, `replaced-${stamp(at)}`) : null;
      await putInPlace(dataDir, folder, replaced);
      return { ...unpacked, replaced };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    unlock();
  }
}

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");

export async function unpackInto(
  config: Config,
  file: string,
  folder: string,
): Promise<Omit<Restored, "replaced">> {
  const manifest = await unpackArchive(file, config.backups.passphrase, folder);
  expectAsDescribed(join(folder, "firstnight.db"), manifest);
  const appSecret = (await readFile(join(folder, "app-secret"), "utf8")).trim();
  if (!isCompleteSecret(appSecret)) {
    throw new Refusal(
      "invalid",
      "This backup has no complete secret, so it can't be started. Use another one.",
    );
  }
  await expectSameSecret(config, appSecret);
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
    const setAside = await holdRestoredMessages(app, operator, manifest.made_at);
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

async function expectSameSecret(config: Config, appSecret: string): Promise<void> {
  const kept = await readFile(join(config.dataDir, "app-secret"), "utf8").catch(() => "");
  const isGiven = kept.trim() !== config.appSecret;
  if (!isGiven || config.appSecret === appSecret) return;
  throw new Refusal(
    "conflict",
    "This backup was made with another APP_SECRET. Unset APP_SECRET to use the backup's own.",
  );
}

/** The old log must be deleted on disk before the new database arrives. Otherwise SQLite would replay it. */
async function putInPlace(dataDir: string, folder: string, replaced: string | null): Promise<void> {
  if (replaced) await mkdir(replaced, { mode: 0o700 });
  for (const name of storeFiles) {
    const there = join(dataDir, name);
    if (existsSync(there)) await (replaced ? rename(there, join(replaced, name)) : rm(there));
  }
  if (replaced) await settle(replaced);
  await settle(dataDir);
  for (const name of storeFiles) {
    const fresh = join(folder, name);
    if (!existsSync(fresh)) continue;
    await settle(fresh);
    await rename(fresh, join(dataDir, name));
  }
  await settle(dataDir);
}
