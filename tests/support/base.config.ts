import { existsSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { defineConfig } from "vitest/config";

/** A RAM disk if it has enough space, because SQLite waits for the disk at every commit. */
function scratchPlace(): string {
  const memory = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4e9 ? memory : tmpdir();
}

/** Settings that all test projects share. */
export const base = defineConfig({
  resolve: { alias: { "~": new URL("../../app", import.meta.url).pathname } },
  test: {
    env: { TMPDIR: scratchPlace() },
    setupFiles: [new URL("setup.ts", import.meta.url).pathname],
    globalSetup: [new URL("template-database.ts", import.meta.url).pathname],
    // One more than the cores, because a file that waits for its server or browser leaves a core idle.
    maxWorkers: Math.min(availableParallelism() + 1, 5),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Tests run the existing build.
    server: { deps: { external: [/\/build\/[^/]+\.js$/] } },
  },
});
