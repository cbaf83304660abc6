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
import { whatIsIn } from "./demo-marker.server";
import { removeDemoFile } from "./write-demo.server";

export interface PreparedDemo {
  /** Was it made now, or did the folder hold today's already? */
  created: boolean;
  file: DemoFile;
}

/**
 * Sees to it that DATA_DIR holds the demo of today. One of another day is made anew, since its dates
 * have passed; one of today is kept with whatever was done in it.
 *
 * Refuses a folder whose database is not a demo, or on which a server runs. From then on there is no
 * demo.json until somebody writes it again.
 */
export async function prepareDemo(
  config: Config,
  scale: Scale,
  clock: Clock = systemClock,
): Promise<PreparedDemo> {
  const unlock = takeServerLock(config.dataDir);
  try {
    const file = join(config.dataDir, "firstnight.db");
    const found = existsSync(file) ? whatIsIn(file, clock.now(), scale) : "another demo";
    if (found === "something else") {
      throw new Refusal(
        "conflict",
        `${file} is not a demo database, and a demo never replaces another one. Set DATA_DIR to another folder.`,
      );
    }
    removeDemoFile(config);
    const kept = found === "this demo" ? openKept(config, clock) : null;
    if (!kept) {
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
      // It names the newest row of the audit log that goes with the file.
      rmSync(join(config.dataDir, "audit-head"), { force: true });
    }
    const app = kept ?? openApp(config, clock);
    try {
      if (!kept) await createDemo(app, scale);
      return { created: !kept, file: await describeDemo(app, scale) };
    } finally {
      await app.close();
    }
  } finally {
    unlock();
  }
}

// A demo that another version of the program wrote may not open; it is worth no more than a new one.
function openKept(config: Config, clock: Clock): App | null {
  try {
    return openApp(config, clock);
  } catch {
    return null;
  }
}
