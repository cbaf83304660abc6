import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { json } from "@remix-run/node";
import * as z from "zod";
import type { App } from "~/boot/app.server";
import { second } from "~/core/time";
import { api, method } from "~/http/api.server";
import { checkWritable } from "../health/check-writable.server";
import { damagedDatabase } from "../health/health-check";
import { isSendingStalled } from "../health/sending-health.server";

const probe = Buffer.alloc(256 * 1024);

const pause = 10 * second;

const lastTries = new WeakMap<Probed["config"], { at: number; found: Promise<string | null> }>();

export const { loader, action } = api({
  GET: method({
    summary: "Readiness: the database is migrated and writable, the disk has space, and messages are sent",
    allow: "anyone",
    output: z.object({
      ok: z.boolean(),
      database: z.boolean(),
      disk: z.boolean(),
      outbox: z.boolean(),
      says: z.array(z.string()),
    }),
    run: async ({ app }) => {
      const damaged = app.isDamaged();
      const database = !damaged && (await isWritable(app));
      const trouble = await diskTrouble(app);
      const outbox = !(await isSendingStalled(app).catch(() => true));
      const says = [
        damaged && damagedDatabase,
        !database && !damaged && "The database can't be reached or can't be written to.",
        trouble,
        !outbox && "Messages are due, but none are being sent.",
      ].filter((sentence) => typeof sentence === "string");
      const ok = says.length === 0;
      return json(
        { ok, database, disk: trouble === null, outbox, says },
        { status: ok ? 200 : 503, headers: { "Cache-Control": "no-store" } },
      );
    },
  }),
});

async function isWritable({ db, log }: App): Promise<boolean> {
  try {
    await checkWritable(db);
    return true;
  } catch (error) {
    log.error({ err: error }, "database not writable");
    return false;
  }
}

type Probed = Pick<App, "config" | "clock">;

/** Explains why DATA_DIR can't be written to; null if it can. Tries at most once every ten seconds. */
function diskTrouble({ config, clock }: Probed): Promise<string | null> {
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
