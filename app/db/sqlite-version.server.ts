import Database from "better-sqlite3";
import { Refusal } from "~/core/refusal";

/**
 * Whether a version of SQLite can lose commits: a connection that copies the log into the database while another one
 * starts a new log can skip changes. Fixed in 3.51.3, 3.50.7, and 3.44.6 (https://sqlite.org/wal.html#walresetbug).
 */
export function canLoseCommits(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (major !== 3) return major < 3;
  const firstFixed: Record<number, number> = { 44: 6, 50: 7, 51: 3 };
  return minor <= 51 && patch < (firstFixed[minor] ?? Number.POSITIVE_INFINITY);
}

/** @throws Refusal if the installed SQLite can lose commits */
export function refuseUnsafeSqlite(): void {
  const database = new Database(":memory:");
  const version = String(database.prepare("select sqlite_version()").pluck().get());
  database.close();
  if (!canLoseCommits(version)) return;
  throw new Refusal(
    "database",
    `SQLite ${version} can lose saved changes, so Firstnight doesn't start with it. It needs SQLite 3.51.3 or newer, which is one of its packages. Run "npm ci" in Firstnight's folder, then start again. The database was not changed.`,
  );
}
