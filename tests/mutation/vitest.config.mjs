import { defineConfig } from "vitest/config";
import { warmThread } from "./warm-thread.mjs";

export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  plugins: [warmThread],
  resolve: { alias: { "~": new URL("../../app", import.meta.url).pathname } },
  test: {
    setupFiles: [new URL("../support/setup.ts", import.meta.url).pathname],
    include: process.env.MUTATION_TESTS?.split(" ") ?? [],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
