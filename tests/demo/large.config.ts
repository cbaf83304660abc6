import { mergeConfig } from "vitest/config";
import base from "../../vitest.config";

/** npm run test:large: apart from npm test, since the large demo alone takes minutes on a small machine. */
const config = mergeConfig(base, { test: { hookTimeout: 600_000, testTimeout: 300_000 } });
config.test.include = ["tests/demo/large.check.ts"];

export default config;
