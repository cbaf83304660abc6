import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  test: {
    include: ["tests/**/*.test.ts"],
    // A file waits for its server and its browser about as long as it computes: two share two cores well.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The build is tested as it is, not transformed once more.
    server: { deps: { external: [/\/build\/[^/]+\.js$/] } },
  },
});
