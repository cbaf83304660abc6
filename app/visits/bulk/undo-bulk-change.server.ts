import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { UnavailableTime } from "../claim-time.server";
import { undoMoveWithin } from "../moves/undo-move.server";
import { undoOutcomeWithin } from "../outcome/undo-outcome.server";
import { requireOwnVisit } from "../require-own-visit.server";
import { type BulkAct, isOutcomeAct } from "./bulk-schema";

/**
 * Undoes a bulk change: reassignments until their notices are sent, outcomes for 24 hours. If a visit can't be
 * changed back, its message gives the reason.
 */
export async function undoBulkChange(
  app: App,
  who: Who,
  { id: changeId, act }: Pick<Row<"bulk_changes">, "id" | "act">,
): Promise<void> {
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
  const refused = isOutcomeAct(act) ? "Not undone." : "Not moved back.";
  for (const { visit_id: id } of moved) {
    try {
      await app.db.transaction().execute(async (trx) => {
        await write(trx, id, { outcome: "undone", message: await undoOne(trx, app, who, act, id) });
      });
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof UnavailableTime)) throw error;
      await write(app.db, id, { outcome: "done", message: `${refused} ${error.message}` });
    }
    await yieldToEventLoop();
  }
}

async function undoOne(trx: Db, app: App, who: Who, act: BulkAct, id: number): Promise<string> {
  if (isOutcomeAct(act)) {
    await undoOutcomeWithin(trx, app, who, await requireOwnVisit(trx, who, id));
    return "Undone. The visit is confirmed again.";
  }
  await undoMoveWithin(trx, app, who, { id });
  return "Moved back. No notice was sent.";
}
