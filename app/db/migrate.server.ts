import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { projectRoot } from "~/core/root.server";

interface Migration {
  name: string;
  sql: string;
  hash: string;
}

function migrationsOnDisk(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    });
}

/**
 * Brings the database to the newest migration, all or nothing, in one transaction.
 *
 * @throws where the file was written by a newer program, or a landed migration was edited.
 */
export function migrate(database: Database.Database, folder = join(projectRoot, "migrations")): void {
  const known = migrationsOnDisk(folder);
  database
    .transaction(() => {
      database.exec(
        "create table if not exists migrations (name text primary key, hash text not null, applied_at integer not null) strict",
      );
      const applied = new Map(
        (database.prepare("select name, hash from migrations").all() as Migration[]).map((row) => [
          row.name,
          row.hash,
        ]),
      );
      for (const name of applied.keys()) {
        if (!known.some((migration) => migration.name === name)) {
          throw new Error(
            `The database was written by a newer version of Firstnight (it has ${name}). Start that version, or restore an older backup.`,
          );
        }
      }
      const note = database.prepare("insert into migrations (name, hash, applied_at) values (?, ?, ?)");
      for (const migration of known) {
        const was = applied.get(migration.name);
        if (was === migration.hash) continue;
        if (was) throw new Error(`Migration ${migration.name} was changed after it was applied.`);
        database.exec(migration.sql);
        note.run(migration.name, migration.hash, Date.now());
      }
    })
    .immediate();
}
