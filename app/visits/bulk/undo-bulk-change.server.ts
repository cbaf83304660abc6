import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { undoMoveWithin } from "../moves/undo-move.server";
import { undoOutcomeWithin } from "../outcome/undo-outcome.server";
import { requireOwnVisit } from "../require-own-visit.server";
import { refuseStaleVisit } from "../visit-refusals.server";
import { isOutcomeAct } from "./bulk-schema";
import { isRefused, keyOf, timePerRequest, untilTimeIsUp } from "./run-bulk-change.server";

type Change = Pick<Row<"bulk_changes">, "id" | "act">;
type Entry = Row<"bulk_change_visits">;

/**
 * Undoes a bulk change: reassignments until their notices are sent, outcomes for 24 hours. If a visit can't be
 * changed back, its message gives the reason. If the time of the request isn't enough, `continueUndo` does the rest.
 * @throws Refusal "conflict" if the change isn't finished
 */
export async function undoBulkChange(
  app: App,
  who: Who,
  change: Change,
  limit = timePerRequest,
): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const ofChange = trx
      .selectFrom("bulk_change_visits")
      .select("visit_id")
      .where("change_id", "=", change.id)
      .where("outcome", "is", null);
    if (await ofChange.executeTakeFirst()) {
      throw new Refusal("conflict", "This change isn't finished. Continue or stop it, then undo it.");
    }
    await trx
      .updateTable("bulk_change_visits")
      .set({ undo_waits: 1 })
      .where("change_id", "=", change.id)
      .where("outcome", "=", "done")
      .execute();
    const continued_at = app.clock.now();
    await trx.updateTable("bulk_changes").set({ continued_at }).where("id", "=", change.id).execute();
  });
  await continueUndo(app, who, change, limit);
}

/** Undoes the visits that still wait, each in its own transaction. @param limit milliseconds */
export async function continueUndo(
  app: App,
  who: Who,
  change: Change,
  limit = timePerRequest,
): Promise<void> {
  const entries = await app.db
    .selectFrom("bulk_change_visits")
    .selectAll()
    .where("change_id", "=", change.id)
    .where("undo_waits", "=", 1)
    .orderBy("position")
    .execute();
  await untilTimeIsUp(entries, limit, (entry) => undoOne(app, who, change, entry));
}

async function undoOne(app: App, who: Who, { act }: Change, entry: Entry): Promise<void> {
  try {
    await app.db.transaction().execute(async (trx) => {
      // The first statement claims the visit, so that two simultaneous requests don't undo it twice.
      if (!(await write(trx, entry, { outcome: "undone", message: null }))) return;
      const message = isOutcomeAct(act)
        ? await undoOutcome({ trx, app, who }, entry)
        : await undoReassignment({ trx, app, who }, entry);
      await trx
        .updateTable("bulk_change_visits")
        .set({ message })
        .where((eb) => eb.and(keyOf(entry)))
        .execute();
    });
  } catch (error) {
    if (!isRefused(error)) throw error;
    const refused = isOutcomeAct(act) ? "Not undone." : "Not moved back.";
    await write(app.db, entry, { outcome: "done", message: `${refused} ${error.message}` });
  }
}

async function write(
  db: Db,
  entry: Entry,
  set: { outcome: "done" | "undone"; message: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("bulk_change_visits")
    .set({ ...set, undo_waits: 0 })
    .where((eb) => eb.and(keyOf(entry)))
    .where("undo_waits", "=", 1)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function undoOutcome({ trx, app, who }: Tx, entry: Entry): Promise<string> {
  const visit = await requireOwnVisit(trx, who, entry.visit_id);
  if (visit.version !== entry.changed_version) throw await refuseStaleVisit(trx, visit);
  await undoOutcomeWithin({ trx, app, who }, visit);
  return "Undone. The visit is confirmed again.";
}

async function undoReassignment({ trx, app, who }: Tx, entry: Entry): Promise<string> {
  await undoMoveWithin(
    { trx, app, who },
    { id: entry.visit_id, version: entry.changed_version ?? undefined },
  );
  return "Moved back. No notice was sent.";
}
