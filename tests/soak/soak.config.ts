import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "../support/base.config";

/** npm run soak: tests that take minutes, separate from npm test. */
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
