import { json } from "@remix-run/node";
import * as z from "zod";
import type { App } from "~/boot/app.server";
import { checkWritable } from "~/db/check-writable.server";
import { api, method } from "~/http/api.server";
import { diskTrouble } from "~/operations/health/disk-trouble.server";
import { damagedDatabase } from "../health/health-check";
import { isSendingStalled } from "../health/sending-health.server";

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
