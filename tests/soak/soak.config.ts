import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "../support/base.config";

/** npm run soak: what takes minutes, apart from npm test. One file at a time has the machine to itself. */
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
