import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "../base.config";

// Tests about the database file. Other files mark such a test with `onFile`.
const onFileAlone = [
  // Damages the file, fills its disk, removes its secret.
  "tests/boot/bad-disk.http.test.ts",
  "tests/audit/replaced-secret.test.ts",
  // Copies it and puts another in its place; a server's databases are backed up on the server.
  "tests/operations/backup.http.test.ts",
  // Upgrades files of every older version; tests/db/remote/upgrade.check.ts does the same on a server.
  "tests/db/upgrade.test.ts",
  // Reads query plans through SQLite's own binding.
  "tests/db/query-plans.http.test.ts",
  // Creates and deletes a demo folder, which always has a file.
  "tests/demo/*.test.ts",
];

// Only these soaks: the others are about the file (power-cut), serve a demo, which always has a file (load, ids),
// or fill its disk (faults).
const soaks = ["tests/soak/{crash,models,sign-in}.soak.ts"];

export default mergeConfig(
  base,
  defineConfig({
    test: {
      include: ["tests/**/*.test.ts", "tests/db/remote/*.check.ts", ...soaks],
      // Some wait for the leases of processes that were killed.
      testTimeout: 600_000,
      env: { AMOUNT: process.env.AMOUNT ?? "6" },
      exclude: onFileAlone,
      globalSetup: ["tests/support/libsql/one-server.ts"],
    },
  }),
);
