import { cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { migrate } from "~/db/migrate.server";
import { openDatabase } from "~/db/open.server";
import { hasAllCases } from "../support/cases";
import { scratchFolder } from "../support/scratch";

const landed = join(projectRoot, "migrations");
const names = readdirSync(landed)
  .filter((name) => name.endsWith(".sql"))
  .sort();

/** Rows for the tables that each migration creates. */
const data: Record<string, string> = {
  "0001_people.sql": `
    insert into companies (id, name) values (1, 'Restwell');
    insert into databases (name, company_id) values ('QHMS', 1);
    insert into users (id, email, name, created_at) values (1, 'ada@clinic.example', 'Ada', 1);
    insert into user_roles values (1, 'admin'), (1, 'therapist');
    insert into therapists (id, user_id, name, email, timezone, region, company_id)
      values (1, 1, 'Ada', 'ada@clinic.example', 'EST', 'NC', 1);
    insert into audit_log (id, created_at, action, hash) values (1, 1, 'visit.booked', 'x');`,
  "0002_orders.sql": `
    insert into orders (id, brightree_db, sales_order_no, patient_id, patient_name, phone, source_step,
        source_step_at, step, step_at, created_at, updated_at)
      values (1, 'QHMS', '700', 4711, 'Ruth', '+19195550100', 4, 1, 6, 1, 1, 1);
    insert into order_steps values (1, 1, 4);
    insert into link_codes (order_id, code_hash, code_sealed, created_at) values (1, 'h', 's', 1);
    insert into access_codes (order_id, code_hash, code_sealed, created_at, expires_at)
      values (1, 'h', 's', 1, 2);
    insert into integration_keys (name, key_hash, created_at) values ('exporter', 'k', 1);`,
  "0003_scheduling.sql": `
    insert into slots values (1, 1000, '2026-03-02');
    insert into visits (id, order_id, therapist_id, start_at, end_at, local_date, status, uid, created_at)
      values (1, 1, 1, 1000, 2000, '2026-03-02', 'submitted', 'u', 1);`,
  "0004_messages.sql": `
    insert into threads (id, phone, patient_name, brightree_db, created_at)
      values (1, '+19195550100', 'Ruth', 'QHMS', 1);
    insert into thread_tags values (1, 'call back');
    insert into messages (id, thread_id, direction, body, status, created_at)
      values (1, 1, 'in', 'Good morning', 'received', 1);
    insert into outbox (channel, recipient, body_sealed, kind, visit_id, order_id, created_at)
      values ('sms', '+19195550100', 's', 'visit-confirmed', 1, 1, 1);
    insert into consents (phone, given, source, created_at, message_id)
      values ('+19195550100', 1, 'keyword', 1, 1);`,
  "0006_order_systems.sql": `
    insert into order_systems (database_name, kind) values ('QHMS', 'brightree');
    insert into worklist_states values ('QHMS', 'Ready', 4, 1);
    insert into order_reads (database_name, read_until, due_at) values ('QHMS', 1, 1);`,
  "0007_imports.sql": `
    insert into imports (id, user_id, file_name, stored_as, bytes, status, created_at)
      values (1, 1, 'orders.csv', 'x', 1, 'done', 1);
    insert into import_problems values (1, 2, 'phone', 'wrong');`,
};

/** Returns a database for each migration, with rows in every table. */
function eachVersion(): Buffer[] {
  const migrations = scratchFolder();
  const database = new Database(":memory:");
  const versions = names.map((name) => {
    cpSync(join(landed, name), join(migrations, name));
    migrate(database, migrations);
    database.exec(data[name] ?? "");
    return database.serialize();
  });
  database.close();
  return versions;
}
const versions = eachVersion();

/** Writes a database from the version whose newest migration has this number. */
function databaseAt(level: number): string {
  const file = join(scratchFolder(), "firstnight.db");
  writeFileSync(file, versions[level - 1] ?? "");
  return file;
}

/** Counts the rows of each table. */
function rowsOf(file: string): Record<string, number> {
  const database = new Database(file, { readonly: true });
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[];
  const counts = tables
    .filter((name) => !name.includes("_fts") && name !== "migrations")
    .map((name) => [name, database.prepare(`select count(*) from "${name}"`).pluck().get() as number]);
  database.close();
  return Object.fromEntries(counts);
}

/**
 * Versions to upgrade from: all with the rows that later ones have too, every thirtieth, and the newest. Each version was made
 * from the one before it, so an upgrade from any other one runs the same migrations on the same rows.
 */
const isTried = (level: number) =>
  hasAllCases || level <= Object.keys(data).length + 2 || level % 30 === 0 || level > names.length - 4;

test.each(
  names
    .map((name, index) => [name, index + 1] as const)
    .slice(0, -1)
    .filter(([, level]) => isTried(level)),
)("a database with migrations up to %s is upgraded with all its rows", async (_, level) => {
  const file = databaseAt(level);
  const before = rowsOf(file);
  await openDatabase(file).close();
  expect(rowsOf(file)).toMatchObject(before);
  const [copy = ""] = readdirSync(join(file, "../before-upgrade"));
  expect(copy).toBe(names[level]?.replace(".sql", ".db"));
  expect(rowsOf(join(file, "../before-upgrade", copy))).toEqual(before);
});

test("an up-to-date database isn't copied", async () => {
  const file = databaseAt(names.length);
  await openDatabase(file).close();
  expect(existsSync(join(file, "../before-upgrade"))).toBe(false);
});

test.each([
  ["that fails halfway", "create table half (id integer) strict; insert into nowhere values (1);", /nowhere/],
  [
    "that leaves a broken reference",
    "pragma defer_foreign_keys = on; create table later (id integer references users (id)) strict; insert into later values (99);",
    /broken reference|FOREIGN KEY/,
  ],
])("an upgrade %s leaves the old data unchanged and explains what to do", (_, sql, reason) => {
  const file = databaseAt(names.length);
  const before = rowsOf(file);
  const folder = scratchFolder();
  cpSync(landed, folder, { recursive: true });
  writeFileSync(join(folder, "9999_next.sql"), sql);
  const database = new Database(file);
  const upgrade = () => migrate(database, folder);
  expect(upgrade).toThrow(reason);
  expect(upgrade).toThrow(/nothing was changed.*The previous version of Firstnight still works/s);
  database.close();
  expect(rowsOf(file)).toEqual(before);
  expect(rowsOf(join(file, "../before-upgrade/9999_next.db"))).toEqual(before);
});
