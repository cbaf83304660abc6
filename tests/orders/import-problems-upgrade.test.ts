import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { migrate } from "~/db/migrate.server";
import { scratchFolder } from "../support/scratch";

/** The first version that stores the database that an import lacks. */
const upgrade = "0256";

test("problems from before an upgrade name the database that they lack", () => {
  const migrations = scratchFolder();
  const copy = (isWanted: (name: string) => boolean) => {
    for (const name of readdirSync(join(projectRoot, "migrations")).filter(isWanted)) {
      cpSync(join(projectRoot, "migrations", name), join(migrations, name));
    }
  };
  copy((name) => name < upgrade);
  const database = new Database(":memory:");
  migrate(database, migrations);
  database.exec(`
    insert into users (id, email, name, created_at) values (1, 'ada@clinic.example', 'Ada', 1);
    insert into imports (id, user_id, file_name, stored_as, bytes, status, created_at)
      values (1, 1, 'orders.csv', 'x', 1, 'checked', 1);`);
  const insert = database.prepare(
    "insert into import_problems (import_id, line, field, error, kind) values (1, ?, ?, ?, 'refused')",
  );
  insert.run(2, "brightree_db", 'Database "NORTH "A" & CO" not found.');
  insert.run(3, "brightree_db", "Enter the name of a database.");
  insert.run(4, "phone", 'Database "X" not found.');
  copy((name) => name.startsWith(upgrade));
  migrate(database, migrations);
  const found = database.prepare("select missing_database from import_problems order by line").pluck().all();
  database.close();
  expect(found).toEqual(['NORTH "A" & CO', null, null]);
});
