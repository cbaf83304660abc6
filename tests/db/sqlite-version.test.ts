import { join } from "node:path";
import Database from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { expect, test } from "vitest";
import { canLoseCommits } from "~/db/sqlite-version.server";
import type { Tables } from "~/db/tables";
import { checkHealth } from "~/operations/health/health.server";
import { atEnd } from "../support/cleanup";
import { onFile, scratchApp } from "../support/scratch";

test.each([
  ["3.7.0", true],
  ["3.44.5", true],
  ["3.44.6", false],
  ["3.45.1", true],
  ["3.49.9", true],
  ["3.50.6", true],
  ["3.50.7", false],
  ["3.51.0", true],
  ["3.51.2", true],
  ["3.51.3", false],
  ["3.52.0", false],
  ["3.54.1", false],
  ["4.0.0", false],
])("whether SQLite %s can lose commits: %s", (version, unsafe) => {
  expect(canLoseCommits(version)).toBe(unsafe);
});

/** Opens a database file as a server with a different version of SQLite would. */
function asServer(file: string, version: string) {
  const database = new Database(file);
  database.function("sqlite_version", () => version);
  const reads = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  atEnd(() => reads.destroy());
  const server = { url: "wss://database.clinic.example", replicaUrl: "", token: null };
  return { reads, server };
}

test("Health warns about a database server whose SQLite can lose commits, and only about that", async () => {
  const app = scratchApp(onFile);
  const file = join(app.config.dataDir, "firstnight.db");
  const warningOn = async (version: string) => {
    const { reads, server } = asServer(file, version);
    const checks = await checkHealth({ ...app, reads, config: { ...app.config, database: server } });
    return checks.find(({ name }) => name === "Database server version");
  };
  const warning = await warningOn("3.45.1");
  expect(warning?.state).toBe("warn");
  expect(warning?.message).toContain("SQLite 3.45.1, which in rare cases can lose changes that were saved");
  expect(await warningOn("3.51.3")).toBeUndefined();
  const onTheFile = (await checkHealth(app)).map(({ name }) => name);
  expect(onTheFile).not.toContain("Database server version");
});
