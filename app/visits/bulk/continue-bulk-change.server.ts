import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { Row } from "~/db/tables";
import { isAutomatic } from "./find-bulk-change.server";
import { runBulkChange } from "./run-bulk-change.server";
import { continueUndo } from "./undo-bulk-change.server";

type Change = Row<"bulk_changes">;

/** Continues a change or its undo. After five minutes, does nothing: `resumeBulkChange` is for the user's decision. */
export async function continueBulkChange(app: App, who: Who, change: Change): Promise<void> {
  if (!isAutomatic(change, app.clock.now())) return;
  await runBulkChange(app, who, change);
  await continueUndo(app, who, change);
}

/** Continues an interrupted change or its undo after the user was asked. */
export async function resumeBulkChange(app: App, who: Who, change: Change): Promise<void> {
  const continued_at = app.clock.now();
  await app.db.updateTable("bulk_changes").set({ continued_at }).where("id", "=", change.id).execute();
  await continueBulkChange(app, who, { ...change, continued_at });
}

/** Leaves the remaining visits of an interrupted change as they are. */
export async function stopBulkChange(app: App, { id }: Change): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const visits = trx.updateTable("bulk_change_visits").where("change_id", "=", id);
    await visits
      .set({ outcome: "refused", message: "The change was stopped before this visit." })
      .where("outcome", "is", null)
      .execute();
    await visits
      .set({ undo_waits: 0, message: "Not undone. The undo was stopped before this visit." })
      .where("undo_waits", "=", 1)
      .execute();
  });
}
