import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "../base.config";

// Test files that work on the database file itself. In other files, individual tests use `onFile`.
const fileOnly = [
  // These damage the file, fill its disk, or remove its secret.
  "tests/boot/bad-disk.http.test.ts",
  "tests/audit/replaced-secret.test.ts",
  // These back up and replace the file. A server's databases are backed up on the server.
  "tests/operations/backup.http.test.ts",
  "tests/operations/possibly-sent.http.test.ts",
  "tests/operations/unfinished-work.http.test.ts",
  // Upgrades files from every older version. tests/db/remote/upgrade.check.ts does this on a server.
  "tests/db/upgrade.test.ts",
  // Reads query plans through the SQLite binding.
  "tests/db/query-plans.http.test.ts",
  // These create and delete demo folders. A demo always has a database file.
  "tests/demo/*.test.ts",
];

// Other soaks target the file (power-failure), use a demo, which always has a file (load, ids), or fill its disk
// (faults).
const soaks = ["tests/soak/{crash,models,sign-in}.soak.ts"];

export default mergeConfig(
  base,
  defineConfig({
    test: {
      include: ["tests/**/*.test.ts", "tests/db/remote/*.check.ts", ...soaks],
      // Some tests wait until the leases of killed processes expire.
      testTimeout: 600_000,
      env: { AMOUNT: process.env.AMOUNT ?? "6" },
      exclude: fileOnly,
      globalSetup: ["tests/support/libsql/one-server.ts"],
    },
  }),
);
