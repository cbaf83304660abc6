import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { onFile, scratchFolder } from "../support/scratch";
import { runNode } from "../support/server";
import { copyTemplateTo } from "../support/template-database";

/** A module that makes SQLite report another version. */
function reporting(version: string): string {
  const file = join(scratchFolder(), "version.cjs");
  writeFileSync(
    file,
    `const { prototype } = require(${JSON.stringify(join(projectRoot, "node_modules/better-sqlite3"))});
     const { prepare } = prototype;
     prototype.prepare = function (sql) {
       return prepare.call(this, sql.replace("sqlite_version()", "'${version}'"));
     };`,
  );
  return file;
}

const refusal =
  "SQLite 3.51.2 can lose saved changes, so Firstnight doesn't start with it. It needs SQLite 3.51.3 or newer, which is one of its packages. Run \"npm ci\" in Firstnight's folder, then start again. The database was not changed.";

test.each([
  ["the server", ["build/server.js"]],
  ["a command", ["app/cli/run.mjs", "codes:generate", "--all"]],
])("%s refuses to open a database file with a SQLite that can lose commits", async (_, program) => {
  const dataDir = scratchFolder();
  copyTemplateTo(dataDir);
  const file = join(dataDir, "firstnight.db");
  const before = readFileSync(file);
  const { code, output } = await runNode(["--require", reporting("3.51.2"), ...program], {
    ...onFile,
    DATA_DIR: dataDir,
    PORT: "0",
  });
  expect([code, output.trim()]).toEqual([1, refusal]);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(`${file}-wal`)).toBe(false);
});
