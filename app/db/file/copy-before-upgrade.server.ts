import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";

const copiesKept = 3;

/**
 * Copies a database into the folder `before-upgrade` beside it, named after the first missing migration. Keeps the
 * copies of the last three upgrades.
 *
 * @returns the copy's path; null for a database in memory
 */
export function copyBeforeUpgrade(database: Database.Database, firstMissing: string): string | null {
  if (database.memory) return null;
  const folder = join(dirname(database.name), "before-upgrade");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${firstMissing.replace(/\.sql$/, "")}.db`);
  // Left by a failed upgrade.
  if (existsSync(file)) rmSync(file);
  database.prepare("vacuum into ?").run(file);
  chmodSync(file, 0o600);
  for (const name of readdirSync(folder).sort().slice(0, -copiesKept)) rmSync(join(folder, name));
  return file;
}
