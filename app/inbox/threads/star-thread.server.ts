import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { findThread } from "./list-threads.server";
import type { StarColor } from "./thread";

export function starThread(
  app: App,
  who: Who,
  { id, color }: { id: number; color: StarColor | null },
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const thread = await findThread(trx, id);
    if (thread.star_color === color) return;
    await trx.updateTable("threads").set({ star_color: color }).where("id", "=", id).execute();
    await logAudit(trx, app, who, {
      action: color ? "thread.starred" : "thread.unstarred",
      subject: `thread ${id}`,
      details: color ? { color } : {},
    });
  });
}
