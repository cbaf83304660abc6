import { existsSync, mkdtempSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { minute, systemClock } from "~/core/time";
import { tryLock } from "~/db/server-lock.server";

/** The name of a work folder starts with a dot and this word, for example `.making-k3v9Qz`. */
type Purpose = "making" | "restoring" | "drill" | "exporting";

// Before work folders, archives were written next to their final place.
const unfinished = /^\.(making|restoring|drill|exporting)-|^firstnight-.*\.part$/;

/** While a process works in a folder, it holds the lock on this file in it. */
const lockName = "lock";

/** Long enough to lock a new folder. */
const lockedWithin = minute;

/**
 * Runs `work` in a new folder in `parent`, and deletes the folder afterwards. If the process is killed, a later call of
 * `removeUnfinishedWork` deletes it: it contains patient data without encryption.
 */
export async function inWorkFolder<T>(
  parent: string,
  purpose: Purpose,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await removeUnfinishedWork([parent]);
  const folder = mkdtempSync(join(parent, `.${purpose}-`));
  const unlock = tryLock(join(folder, lockName));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    unlock?.();
  }
}

/**
 * Deletes work folders that killed processes left in `parents`. Keeps the work folders of running processes.
 * @returns one error for each folder that can't be deleted
 */
export async function removeUnfinishedWork(parents: string[]): Promise<Error[]> {
  const problems: Error[] = [];
  for (const parent of new Set(parents)) {
    const names = await readdir(parent).catch(() => []);
    for (const name of names.filter((one) => unfinished.test(one))) {
      const path = join(parent, name);
      await removeUnlessInUse(path).catch((error: Error) => {
        if (existsSync(path)) problems.push(error);
      });
    }
  }
  return problems;
}

async function removeUnlessInUse(path: string): Promise<void> {
  const found = await stat(path);
  if (!found.isDirectory()) return rm(path);
  const lock = join(path, lockName);
  if (!existsSync(lock) && Math.abs(systemClock.now() - found.mtimeMs) < lockedWithin) return;
  const unlock = tryLock(lock);
  if (!unlock) return;
  try {
    await rm(path, { recursive: true, force: true });
  } finally {
    unlock();
  }
}
