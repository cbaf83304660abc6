import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "../base.config";

// Each is about the file itself; others say `onFile` in the one test that is.
const onFileAlone = [
  // Damages the file, fills its disk, takes its secret away.
  "tests/boot/bad-disk.http.test.ts",
  "tests/audit/replaced-secret.test.ts",
  // Copies it and puts another in its place; a server's databases are backed up on the server.
  "tests/operations/backup.http.test.ts",
  // Brings files of every older level to today's; tests/db/remote/upgrade.check.ts has its like.
  "tests/db/upgrade.test.ts",
  // Asks SQLite's own binding what it prepared, and how it goes about it.
  "tests/db/query-plans.http.test.ts",
  // Makes and throws away the folder of a demo, which is always a file.
  "tests/demo/*.test.ts",
];

// Of the soaks these: the others are about the file (power-cut), serve a demo, which is always one (load, ids), or
// fill the disk under it (faults). The load on a server is made by tests/db/remote/figures.check.ts.
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
      globalSetup: ["tests/support/libsql/one-server.ts", "tests/support/chromium.ts"],
    },
  }),
);
