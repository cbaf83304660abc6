import type Database from "better-sqlite3";
import { Refusal } from "~/core/refusal";
import type { Secrets } from "~/core/secrets.server";
import { commandLine } from "~/core/settings/command-line.server";

/**
 * Checks the secret of a database file that is about to be upgraded, so that a wrong secret changes nothing.
 * @throws Refusal
 */
export function refuseWrongSecret(database: Database.Database, secrets: Secrets, dataDir: string): void {
  if (!isWrittenWith(database, secrets)) throw wrongSecret(dataDir);
}

/** @returns true also for a database in which nothing is sealed yet */
export function isWrittenWith(database: Database.Database, secrets: Secrets): boolean {
  for (const [table, column] of [
    ["outbox", "body_sealed"],
    ["link_codes", "code_sealed"],
  ]) {
    const exists = database
      .prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
      .get(table);
    const sealed = exists && database.prepare(`select ${column} from ${table} limit 1`).pluck().get();
    if (typeof sealed === "string" && !opens(secrets, sealed)) return false;
  }
  return true;
}

export function opens(secrets: Secrets, sealed: string): boolean {
  try {
    secrets.open(sealed);
    return true;
  } catch {
    return false;
  }
}

export const wrongSecret = (dataDir: string) =>
  new Refusal(
    "conflict",
    `APP_SECRET is not the secret that the database was written with, or ${dataDir}/app-secret was lost or changed. Restore the correct secret. Each backup contains it, and "${commandLine("restore", "FILE --replace")}" restores the database and the secret. If no backup contains it, see docs/guide.md. Nothing was changed.`,
  );
