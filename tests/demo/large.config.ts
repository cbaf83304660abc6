import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "../support/base.config";

/** npm run test:large: apart from npm test, since making the large demo alone takes a minute or more. */
export default mergeConfig(
  base,
  defineConfig({
    test: { include: ["tests/demo/large.check.ts"], hookTimeout: 600_000, testTimeout: 300_000 },
  }),
);
