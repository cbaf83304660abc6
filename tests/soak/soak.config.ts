import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "../support/base.config";

/** Runs tests that take minutes (npm run soak), separate from npm test. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      include: ["tests/soak/*.soak.ts"],
      maxWorkers: 1,
      testTimeout: 3_600_000,
      hookTimeout: 600_000,
      reporters: ["verbose"],
    },
  }),
);
