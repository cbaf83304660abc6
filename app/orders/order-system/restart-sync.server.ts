import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { day, startOfDay, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { RestartSync } from "./order-system-schema";
import { findSettings } from "./order-systems.server";

export const firstSyncSpan = 30 * day;

/** Starts the next sync now. With `from`, syncs all changes since that day, and stops a running sync. */
export function restartSync(app: App, who: Who, { name, from }: RestartSync): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const settings = await findSettings(trx, name);
    if (settings?.kind !== "brightree") {
      throw new Refusal("conflict", "This database isn't connected to an order system.");
    }
    const back = from && {
      read_until: startOfDay(from, zoneOrUtc(settings.zone)),
      lease: null,
      lease_until: null,
    };
    await trx
      .updateTable("order_reads")
      .set({ due_at: app.clock.now(), failures: 0, ...back })
      .where("database_name", "=", name)
      .execute();
    await logAudit({ trx, app, who }, "database.read-again", `database ${name}`, { from: from ?? "now" });
  });
}

export async function restartRecentSync(trx: Db, name: string, now: number): Promise<void> {
  await trx
    .updateTable("order_reads")
    .set({ read_until: now - firstSyncSpan, due_at: now, lease: null, lease_until: null })
    .where("database_name", "=", name)
    .where("read_until", ">", now - firstSyncSpan)
    .execute();
}
