import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { projectRoot } from "~/core/root.server";
import { copyBeforeUpgrade } from "./file/copy-before-upgrade.server";

/** What a database says of a migration it has. */
export interface Applied {
  name: string;
  hash: string;
}

interface Migration extends Applied {
  sql: string;
}

const landed = join(projectRoot, "migrations");

/** The migrations this program knows, in their order. */
export function migrationsOnDisk(folder = landed): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    });
}

/**
 * Brings the database to the newest migration, all or nothing, in one transaction, and looks through it
 * before that is committed. A file that holds something is copied first.
 *
 * @throws where the file was written by a newer program, a landed migration was edited, or one fails: then
 * nothing was changed
 */
export function migrate(database: Database.Database, folder = landed): void {
  const known = migrationsOnDisk(folder);
  const waiting = pending(database, known);
  if (waiting.length === 0) return;
  const copy = waiting.length < known.length ? copyBeforeUpgrade(database, waiting[0]?.name ?? "") : null;
  try {
    database.transaction(() => apply(database, known)).immediate();
  } catch (error) {
    if (!copy) throw error;
    throw new Error(
      `The upgrade of the database failed, and nothing was changed: ${(error as Error).message}\nThe version that ran before still works with it. A copy from before the upgrade lies in ${copy}.`,
      { cause: error },
    );
  }
}

/** What the database lacks; another process may be applying it at this moment. */
function pending(database: Database.Database, known: Migration[]): Migration[] {
  const is = database.prepare("select count(*) from sqlite_schema where name = 'migrations'").pluck();
  if (is.get() === 0) return known;
  return lacking(known, database.prepare("select name, hash from migrations").all() as Applied[]);
}

/**
 * The migrations that a database lacks.
 *
 * @throws where it has one that this program does not know, or one that was changed since
 */
export function lacking(known: Migration[], applied: Applied[]): Migration[] {
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  for (const name of hashes.keys()) {
    if (!known.some((migration) => migration.name === name)) {
      throw new Error(
        `The database was written by a newer version of Firstnight (it has ${name}). Start that version, or restore an older backup.`,
      );
    }
  }
  return known.filter(({ name, hash }) => {
    const was = hashes.get(name);
    if (was && was !== hash) throw new Error(`Migration ${name} was changed after it was applied.`);
    return !was;
  });
}

export const makeMigrations =
  "create table if not exists migrations (name text primary key, hash text not null, applied_at integer not null) strict";
export const noteMigration =
  "insert into migrations (name, hash, applied_at) values (?, ?, unixepoch() * 1000)";

function apply(database: Database.Database, known: Migration[]): void {
  database.exec(makeMigrations);
  const note = database.prepare(noteMigration);
  for (const { name, hash, sql } of pending(database, known)) {
    database.exec(sql);
    note.run(name, hash);
  }
  const [orphan] = database.pragma("foreign_key_check") as { table: string }[];
  if (orphan) throw new Error(`A row of ${orphan.table} points to nothing.`);
  const found = database.pragma("quick_check(1)", { simple: true });
  if (found !== "ok") throw new Error(`The database is damaged: ${found}`);
}
