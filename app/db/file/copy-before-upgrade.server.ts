import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";

const kept = 3;

/**
 * Copies a database into the folder `before-upgrade` beside it, named after the first migration that it
 * lacks, and keeps the copies of the last few upgrades.
 *
 * @returns where the copy lies; null for a database that lies in no file
 */
export function copyBeforeUpgrade(database: Database.Database, firstMissing: string): string | null {
  if (database.memory) return null;
  const folder = join(dirname(database.name), "before-upgrade");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${firstMissing.replace(/\.sql$/, "")}.db`);
  // One that a failed upgrade left is as good: nothing was changed since, or what was is in this one.
  if (existsSync(file)) rmSync(file);
  database.prepare("vacuum into ?").run(file);
  chmodSync(file, 0o600);
  for (const name of readdirSync(folder).sort().slice(0, -kept)) rmSync(join(folder, name));
  return file;
}
