import { expect, test } from "vitest";
import { checkHealth } from "~/operations/health/health.server";
import { appOn, startDatabase } from "../../support/libsql/database";

test("Firstnight starts on a libSQL server whose SQLite can lose commits, and Health shows its version", async () => {
  const { url } = await startDatabase();
  const checks = await checkHealth(appOn({ DATABASE_URL: url }));
  const warning = checks.find(({ name }) => name === "Database server version");
  expect(warning?.state).toBe("warn");
  expect(warning?.message).toMatch(/^The database server contains SQLite 3\.\d+\.\d+, which in rare cases /);
});
