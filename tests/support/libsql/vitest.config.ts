import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../../vitest.config";

// About the file itself, or about what needs no database: they say the same on every engine.
const onFileAlone = ["tests/house.test.ts"];

export default mergeConfig(
  base,
  defineConfig({
    test: {
      include: ["tests/db/remote/*.check.ts"],
      exclude: onFileAlone,
      globalSetup: "tests/support/libsql/one-server.ts",
    },
  }),
);
