import { createHash } from "node:crypto";
import { mkdir, open, rename, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { Refusal } from "~/core/refusal";
import { secretsFrom } from "~/core/secrets.server";
import type { BackupSettings } from "~/core/settings/backup.server";
import { isDamage } from "~/db/database-errors.server";
import type { Db } from "~/db/open.server";
import { expectOneSecret } from "../expect-one-secret.server";
import { inWorkFolder, removeUnfinishedWork } from "../work-folder.server";
import { packArchive, syncToDisk, timestamp, unpackArchive } from "./backup-archive.server";
import { type Manifest, packedNames } from "./backups.server";
import { inspectDatabase } from "./inspect-database.server";

export interface BackupOrder {
  dataDir: string;
  appSecret: string;
  settings: BackupSettings;
  at: number;
}

export type MadeBackup = Awaited<ReturnType<typeof makeBackup>>;

/** `problem` is for people, and `error` for the log. */
export type BackupAnswer = { made: MadeBackup } | { problem: string; error: Error };

/** Packs a verified copy and reads the archive back. Blocks for seconds, so the server runs it in a separate process. */
export async function makeBackup({ dataDir, appSecret, settings, at }: BackupOrder) {
  const source = join(dataDir, "firstnight.db");
  await mkdir(settings.dir, { recursive: true, mode: 0o700 });
  await removeUnfinishedWork([settings.dir, dataDir]);
  await requireSpace(settings.dir, (await stat(source)).size);
  return inWorkFolder(settings.dir, "making", async (folder) => {
    copyDatabase(source, join(folder, "firstnight.db"));
    await writeFile(join(folder, "app-secret"), `${appSecret}\n`, { mode: 0o600 });
    const manifest = await describe(folder, at, { dataDir, appSecret });
    const ending = settings.passphrase === null ? "tar.gz" : "tar.gz.age";
    const packed = join(folder, "archive");
    await packArchive(packed, folder, manifest, settings.passphrase);
    await unpackArchive(packed, settings.passphrase, null);
    const file = join(settings.dir, `firstnight-${timestamp(at)}.${ending}`);
    await rename(packed, file);
    await syncToDisk(settings.dir);
    return { file, bytes: (await stat(file)).size, manifest };
  });
}

function copyDatabase(from: string, to: string): void {
  const database = openWithSmallCache(from);
  // Syncing the copy holds every commit of the server until the disk has written all of it (decision 037). Only the
  // archive has to survive a crash.
  database.pragma("synchronous = off");
  try {
    database.prepare("vacuum into ?").run(to);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new Refusal(
      "invalid",
      `The database is damaged (${(error as Error).message}), so no backup was made. Older backups are kept. Stop Firstnight, leave its folder as is, and restore the newest backup.`,
    );
  } finally {
    database.close();
  }
}

/** A backup reads every page once, so a large cache would only waste memory. */
function openWithSmallCache(file: string): Database.Database {
  const database = new Database(file, { readonly: true });
  database.pragma("cache_size = -2000");
  return database;
}

async function describe(
  folder: string,
  at: number,
  { dataDir, appSecret }: Pick<BackupOrder, "dataDir" | "appSecret">,
): Promise<Manifest> {
  const copy = openWithSmallCache(join(folder, "firstnight.db"));
  let inspected: ReturnType<typeof inspectDatabase>;
  try {
    inspected = inspectDatabase(copy);
    // A backup with a different secret can't be used, and would replace one that works.
    const reads: Db = new Kysely({ dialect: new SqliteDialect({ database: copy }) });
    const keyed = { reads, secrets: secretsFrom(appSecret), config: { dataDir } };
    await expectOneSecret(keyed, "No backup was made");
  } finally {
    copy.close();
  }
  const files = await Promise.all(
    packedNames.map(async (name) => [name, await fileFacts(join(folder, name))] as const),
  );
  return {
    product: "firstnight",
    format: 1,
    made_at: new Date(at).toISOString(),
    ...inspected,
    files: Object.fromEntries(files) as Manifest["files"],
  };
}

/** Reads into one buffer, because a stream's buffers would use 60 MB. */
async function fileFacts(file: string) {
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(1_000_000);
  const handle = await open(file);
  try {
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer);
      if (bytesRead === 0) return { bytes, sha256: hash.digest("hex") };
      bytes += bytesRead;
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/** The space for a copy and its archive, as a multiple of the database size. */
const spaceFactor = 1.6;

async function requireSpace(dir: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dir);
  const needed = bytes * spaceFactor;
  if (bavail * bsize >= needed) return;
  const megabytes = (count: number) => `${Math.ceil(count / 1e6)} MB`;
  throw new Refusal(
    "conflict",
    `There is not enough space for a backup in ${dir}. It needs ${megabytes(needed)}, but only ${megabytes(bavail * bsize)} is free. Free up space, or set BACKUP_DIR to another disk.`,
  );
}
