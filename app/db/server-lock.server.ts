import { join } from "node:path";
import Database from "better-sqlite3";
import { Refusal } from "~/core/refusal";
import { toOpeningError } from "./database-errors.server";

/** Takes the lock of a data folder. The operating system releases it when the process ends. @throws Refusal */
export function takeServerLock(dataDir: string): () => void {
  const unlock = tryLock(join(dataDir, "server.lock"));
  if (unlock) return unlock;
  throw new Refusal(
    "conflict",
    `Another Firstnight server is running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

/**
 * Takes SQLite's lock on a file, and creates the file if needed. The operating system releases the lock when the
 * process ends.
 * @returns a function that releases the lock; null if it is taken, also by this process @throws Refusal
 */
export function tryLock(file: string): (() => void) | null {
  const lock = openLock(file);
  try {
    lock.pragma("journal_mode = delete");
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) return null;
    throw toOpeningError(error, file);
  }
  return () => lock.close();
}

function openLock(file: string): Database.Database {
  try {
    return new Database(file, { timeout: 0 });
  } catch (error) {
    throw toOpeningError(error, file);
  }
}
