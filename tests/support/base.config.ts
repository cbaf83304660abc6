import { defineConfig } from "vitest/config";

/** What every set of tests shares. */
export const base = defineConfig({
  resolve: { alias: { "~": new URL("../../app", import.meta.url).pathname } },
  test: {
    setupFiles: [new URL("setup.ts", import.meta.url).pathname],
    globalSetup: [new URL("template-database.ts", import.meta.url).pathname],
    // Two workers, since a file that waits for its server or browser leaves a core to the other.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The build is tested as it is.
    server: { deps: { external: [/\/build\/[^/]+\.js$/] } },
  },
});
