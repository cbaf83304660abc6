import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { UnavailableTime } from "../claim-time.server";
import { undoMoveWithin } from "../moves/undo-move.server";

/**
 * Moves the reassigned visits of a bulk change back, as long as no notice was sent. The others stay, with the
 * reason as their message.
 */
export async function undoBulkChange(app: App, who: Who, changeId: number): Promise<void> {
  const moved = await app.db
    .selectFrom("bulk_change_visits")
    .select("visit_id")
    .where("change_id", "=", changeId)
    .where("outcome", "=", "done")
    .orderBy("position")
    .execute();
  const write = (db: Db, visit: number, set: { outcome: "done" | "undone"; message: string }) =>
    db
      .updateTable("bulk_change_visits")
      .set(set)
      .where("change_id", "=", changeId)
      .where("visit_id", "=", visit)
      .execute();
  for (const { visit_id: id } of moved) {
    try {
      await app.db.transaction().execute(async (trx) => {
        await undoMoveWithin(trx, app, who, { id });
        await write(trx, id, { outcome: "undone", message: "Moved back. No notice was sent." });
      });
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof UnavailableTime)) throw error;
      await write(app.db, id, { outcome: "done", message: `Not moved back. ${error.message}` });
    }
    await yieldToEventLoop();
  }
}
