import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type App, openApp } from "~/boot/app.server";
import type { Config } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { type Clock, systemClock } from "~/core/time";
import { takeServerLock } from "~/db/server-lock.server";
import { createDemo } from "../create-demo.server";
import type { Scale } from "../demo-size";
import { type DemoFile, describeDemo } from "./demo-file.server";
import { classifyDatabase } from "./demo-marker.server";
import { removeDemoFile } from "./write-demo.server";

/** Replaces a demo from another day, because its dates have passed. @throws Refusal "conflict" */
export async function prepareDemo(
  config: Config,
  scale: Scale,
  clock: Clock = systemClock,
): Promise<{ created: boolean; file: DemoFile }> {
  const unlock = takeServerLock(config.dataDir);
  try {
    const file = join(config.dataDir, "firstnight.db");
    const found = existsSync(file) ? classifyDatabase(file, clock.now(), scale) : "another demo";
    if (found === "something else") {
      throw new Refusal(
        "conflict",
        `${file} is not a demo database. A demo never replaces other data. Set DATA_DIR to another folder.`,
      );
    }
    removeDemoFile(config);
    const existing = found === "this demo" ? openExisting(config, clock) : null;
    if (!existing) {
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
      // This file contains the newest audit entry of the deleted database.
      rmSync(join(config.dataDir, "audit-head"), { force: true });
    }
    const app = existing ?? openApp(config, clock);
    try {
      if (!existing) await createDemo(app, scale);
      return { created: !existing, file: await describeDemo(app, scale) };
    } finally {
      await app.close();
    }
  } finally {
    unlock();
  }
}

// A demo from another version may fail to open. It is then replaced.
function openExisting(config: Config, clock: Clock): App | null {
  try {
    return openApp(config, clock);
  } catch {
    return null;
  }
}
