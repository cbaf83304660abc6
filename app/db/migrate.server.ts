import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";
import { projectRoot } from "~/core/root.server";

export interface Applied {
  name: string;
  hash: string;
}

interface Migration extends Applied {
  sql: string;
}

const releasedMigrations = join(projectRoot, "migrations");

/**
 * Hashes of released migrations whose text was changed, because libSQL's parser refused it. A database that the earlier
 * text has changed is the same.
 */
const earlierHashes = new Map([
  ["0246_first_nights.sql", "933e275113d739d0c77aed6880edcad5d51df7b872ea5e520b29d74007e6e796"],
]);

export function migrationsOnDisk(folder = releasedMigrations): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    });
}

/**
 * Applies missing migrations. First copies the database if it has data.
 * @param beforeUpgrade may refuse to upgrade a database that has data
 * @throws without changing anything if the database is newer or a migration fails
 */
export function migrate(
  database: Database.Database,
  folder = releasedMigrations,
  beforeUpgrade: (database: Database.Database) => void = () => {},
): void {
  const known = migrationsOnDisk(folder);
  const waiting = pending(database, known);
  if (waiting.length === 0) return;
  const hasData = waiting.length < known.length;
  if (hasData) beforeUpgrade(database);
  const copy = hasData ? copyBeforeUpgrade(database, waiting[0]?.name ?? "") : null;
  try {
    database.transaction(() => apply(database, known)).immediate();
  } catch (error) {
    if (!copy) throw error;
    throw new Error(
      `The database upgrade failed, and nothing was changed: ${(error as Error).message}\nThe previous version of Firstnight still works with this database. A copy from before the upgrade is at ${copy}.`,
      { cause: error },
    );
  }
}

function pending(database: Database.Database, known: Migration[]): Migration[] {
  const hasTable = database.prepare("select count(*) from sqlite_schema where name = 'migrations'").pluck();
  if (hasTable.get() === 0) return known;
  return missingFrom(known, database.prepare("select name, hash from migrations").all() as Applied[]);
}

export function missingFrom(known: Migration[], applied: Applied[]): Migration[] {
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  for (const name of hashes.keys()) {
    if (!known.some((migration) => migration.name === name)) {
      throw new Error(
        `The database was written by a newer version of Firstnight (it contains ${name}). Start that version, or restore an older backup.`,
      );
    }
  }
  return known.filter(({ name, hash }) => {
    const applied = hashes.get(name);
    if (applied && applied !== hash && applied !== earlierHashes.get(name))
      throw new Error(`Migration ${name} was changed after it was applied.`);
    return !applied;
  });
}

export const createMigrationsTable =
  "create table if not exists migrations (name text primary key, hash text not null, applied_at integer not null) strict";
export const recordMigration =
  "insert into migrations (name, hash, applied_at) values (?, ?, unixepoch() * 1000)";

function apply(database: Database.Database, known: Migration[]): void {
  database.exec(createMigrationsTable);
  const record = database.prepare(recordMigration);
  for (const { name, hash, sql } of pending(database, known)) {
    database.exec(sql);
    record.run(name, hash);
  }
  const [orphan] = database.pragma("foreign_key_check") as { table: string }[];
  if (orphan) throw new Error(`A row in ${orphan.table} has a broken reference.`);
  const result = database.pragma("quick_check(1)", { simple: true });
  if (result !== "ok") throw new Error(`The database is damaged: ${result}`);
}

const copiesKept = 3;

/** Keeps copies from before the last three upgrades. @returns the copy's path; null for a database in memory */
function copyBeforeUpgrade(database: Database.Database, firstMissing: string): string | null {
  if (database.memory) return null;
  const folder = join(dirname(database.name), "before-upgrade");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${firstMissing.replace(/\.sql$/, "")}.db`);
  // A failed upgrade may have left a copy.
  if (existsSync(file)) rmSync(file);
  database.prepare("vacuum into ?").run(file);
  chmodSync(file, 0o600);
  for (const name of readdirSync(folder).sort().slice(0, -copiesKept)) rmSync(join(folder, name));
  return file;
}
