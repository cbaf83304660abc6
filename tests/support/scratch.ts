import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, openApp } from "~/boot/app.server";
import { type Config, readConfig } from "~/config.server";
import type { Clock } from "~/core/time";
import { atEnd } from "./cleanup";
import { copyTemplateTo } from "./template-database";

/** Monday, March 2, 2026, 10:00 in New York. There is no DST change in the following five days. */
export const monday = Date.parse("2026-03-02T15:00:00Z");

/** A clock that only moves when a test sets it. */
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

/** Creates an empty folder that is deleted after the test, or after the test file if no test is running. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-test-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Settings for tests about the file in DATA_DIR, which use it even when other tests use a database server. */
export const onFile = { DATABASE_URL: "" };

/** In `npm run test:libsql`, each data folder has a database on the server instead of a file. */
const onServer = (dataDir: string): Record<string, string> =>
  process.env.TEST_DATABASE_SERVER
    ? {
        DATABASE_URL: `${process.env.TEST_DATABASE_SERVER}/${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`,
      }
    : {};

/** Returns settings for tests: a new data folder and no log, unless the given environment overrides them. */
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

/** Opens an app on the data folder, on a copy of the template if it has no database. The caller closes it. */
export function openScratch(environment: Record<string, string> = {}, clock?: Clock): App {
  const config = scratchConfig(environment);
  if (!config.database) copyTemplateTo(config.dataDir);
  return openApp(config, clock);
}

/** Opens an app on a new database file, without a web server. Closes it after the test. */
export function scratchApp(environment: Record<string, string> = {}, clock: TestClock = testClock()) {
  const app = openScratch(environment, clock);
  atEnd(() => app.close());
  return { ...app, clock };
}
