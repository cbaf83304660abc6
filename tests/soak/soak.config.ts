import { defineConfig } from "vitest/config";

/** npm run soak: what takes minutes, apart from npm test. One file at a time has the machine to itself. */
export default defineConfig({
  resolve: { alias: { "~": new URL("../../app", import.meta.url).pathname } },
  test: {
    include: ["tests/soak/*.soak.ts"],
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    reporters: ["verbose"],
    server: { deps: { external: [/\/build\/[^/]+\.js$/] } },
  },
});
