import { defineConfig } from "vitest/config";

/** npm run test:large: apart from npm test, since making the large demo alone takes a minute or more. */
export default defineConfig({
  resolve: { alias: { "~": new URL("../../app", import.meta.url).pathname } },
  test: { include: ["tests/demo/large.check.ts"], hookTimeout: 600_000, testTimeout: 300_000 },
});
