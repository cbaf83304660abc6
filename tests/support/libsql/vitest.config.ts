import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../../vitest.config";

// What is about the file: opened behind the product's back, copied, upgraded, thrown away with a demo.
const onFileAlone = [
  "tests/accounts/audit.test.ts",
  "tests/boot/shutdown.test.ts",
  "tests/db/tables.test.ts",
  "tests/db/statements.test.ts",
  "tests/db/upgrade.test.ts",
  "tests/demo/*.test.ts",
  "tests/house.test.ts",
  "tests/operations/backup.test.ts",
  "tests/operations/health.test.ts",
  // The next server waits there for nobody's lease; tests/db/remote/instances.check.ts has its like.
  "tests/outbox/kill.test.ts",
];

export default mergeConfig(
  base,
  defineConfig({
    test: {
      include: ["tests/db/remote/*.check.ts", "tests/soak/crash.soak.ts"],
      // Some wait for the leases of processes that were killed.
      testTimeout: 600_000,
      env: { AMOUNT: process.env.AMOUNT ?? "6" },
      exclude: onFileAlone,
      globalSetup: "tests/support/libsql/one-server.ts",
    },
  }),
);
