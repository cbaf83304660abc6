import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp } from "~/boot/app.server";
import { type Config, readConfig } from "~/config.server";
import type { Clock } from "~/core/time";
import { atEnd } from "./cleanup";
import { copyTemplateTo } from "./template-database";

/** Monday, March 2, 2026, 10:00 in New York: no clock changes within the next five days. */
export const monday = Date.parse("2026-03-02T15:00:00Z");

/** A clock that only a test moves. */
export interface TestClock extends Clock {
  set(at: number): void;
  advance(milliseconds: number): void;
}

export function testClock(start = monday): TestClock {
  let now = start;
  return {
    now: () => now,
    set: (at) => {
      now = at;
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** An empty folder that is removed after the test, or after the file if no test runs. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-test-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** For tests about the file in DATA_DIR, even when other tests use a database server. */
export const onFile = { DATABASE_URL: "" };

/** In npm run test:libsql, one database on its server for each folder, in place of the file in it. */
const onServer = (dataDir: string): Record<string, string> =>
  process.env.TEST_DATABASE_SERVER
    ? {
        DATABASE_URL: `${process.env.TEST_DATABASE_SERVER}/${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`,
      }
    : {};

/** Settings for tests: a new data folder and no log, unless the given environment overrides them. */
export function scratchEnvironment(environment: Record<string, string> = {}): Record<string, string> {
  const dataDir = environment.DATA_DIR ?? scratchFolder();
  return {
    DATA_DIR: dataDir,
    ...onServer(dataDir),
    APP_SECRET: "a secret that only the tests know",
    LOG_LEVEL: "silent",
    HOST: "127.0.0.1",
    ALLOW_PRIVATE_HOSTS: "127.0.0.1",
    BACKUP_EVERY: "off",
    ...environment,
  };
}

export function scratchConfig(environment: Record<string, string> = {}): Config {
  return readConfig({ NODE_ENV: "production", ...scratchEnvironment(environment) });
}

/** An app on a new database file, without a server; closed after the test. */
export function scratchApp(environment: Record<string, string> = {}, clock: TestClock = testClock()) {
  const config = scratchConfig(environment);
  if (!config.database) copyTemplateTo(config.dataDir);
  const app = openApp(config, clock);
  atEnd(() => app.close());
  return { ...app, clock };
}
