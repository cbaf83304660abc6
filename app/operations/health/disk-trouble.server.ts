import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "~/boot/app.server";
import { second } from "~/core/time";

type Probed = Pick<App, "config" | "clock">;

const probe = Buffer.alloc(256 * 1024);
const pause = 10 * second;

const lastTries = new WeakMap<Probed["config"], { at: number; found: Promise<string | null> }>();

/** Explains why DATA_DIR can't be written to; null if it can. Tries at most once every ten seconds. */
export function diskTrouble({ config, clock }: Probed): Promise<string | null> {
  const last = lastTries.get(config);
  if (last && Math.abs(clock.now() - last.at) < pause) return last.found;
  const found = tryToWrite(join(config.dataDir, "disk-probe"));
  lastTries.set(config, { at: clock.now(), found });
  return found;
}

async function tryToWrite(file: string): Promise<string | null> {
  try {
    await writeFile(file, probe).finally(() => rm(file, { force: true }));
    return null;
  } catch (error) {
    const full = ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "");
    return full
      ? "This server's disk is full. Free up space."
      : "This server can't write to its disk. Check the disk.";
  }
}
