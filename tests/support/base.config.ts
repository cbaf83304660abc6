import { existsSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { defineConfig } from "vitest/config";

/** Prefers a RAM disk with enough space, because SQLite waits for the disk at every commit. */
function scratchRoot(): string {
  const memory = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4e9 ? memory : tmpdir();
}

/** Settings shared by all test projects. */
export const base = defineConfig({
  resolve: { alias: { "~": new URL("../../app", import.meta.url).pathname } },
  test: {
    env: { TMPDIR: scratchRoot() },
    setupFiles: [new URL("setup.ts", import.meta.url).pathname],
    globalSetup: [new URL("template-database.ts", import.meta.url).pathname],
    // One worker more than there are cores, because a test file often waits for its server or browser.
    maxWorkers: Math.min(availableParallelism() + 1, 5),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The tests import the build as it is, without transforming it.
    server: { deps: { external: [/\/build\/[^/]+\.js$/] } },
  },
});
