import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { queueFailed } from "~/webhooks/changes/replay-deliveries.server";
import { findWriteBack } from "./write-back.server";
import type { ReplayNotes } from "./write-back-schema";

/** Queues failed notes again. The notes of a visit keep their order. */
export function replayNotes(app: App, who: Who, { name, delivery }: ReplayNotes): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const notes = await findWriteBack(trx, name);
    const count = notes ? await queueFailed(trx, app.clock.now(), notes.id, delivery) : 0;
    if (count === 0) return;
    await logAudit(trx, app, who, "database.notes-replayed", `database ${name}`, { count });
  });
}
