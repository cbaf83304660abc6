import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "../support/base.config";

/** For npm run test:large. Separate from npm test because creating the large demo takes over a minute. */
export default mergeConfig(
  base,
  defineConfig({
    test: { include: ["tests/demo/large.check.ts"], hookTimeout: 600_000, testTimeout: 300_000 },
  }),
);
